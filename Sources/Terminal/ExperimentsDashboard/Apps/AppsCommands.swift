import ExperimentsCore

extension Command {
    static let serve: Command = Command(
        "serve", title: "Serve apps, or stop it", in: .watching, twin: .command("experiments serve"),
        synonyms: ["server", "listen"], whyNot: \.apps.reasonNotServing, run: { _ in [.send(\.apps, .toggleServing)] })
    static let link: Command = Command(
        "link", title: "Link an app, by a URL and a QR code", in: .watching,
        twin: .command("experiments link --app NAME"),
        synonyms: ["qr", "pair"],
        argument: .text(
            "Link the app", suggestions: \.apps.names, run: { name, _ in [.send(\.apps, .link(name))] }),
        whyNot: \.apps.reasonNotLinking,
        // Which app it is for is asked first.
        run: { _ in [.open(Palette(field: TextField("link ")))] })
    static let unlink: Command = Command(
        "unlink", title: "Let an app in no more", in: .watching, twin: .command("experiments link --revoke --app NAME"),
        synonyms: ["revoke"],
        argument: .text(
            "Let the app in no more", suggestions: \.apps.names, run: { name, _ in [.send(\.apps, .unlink(name))] }),
        whyNot: \.apps.reasonNotLinking,
        run: { _ in [.open(Palette(field: TextField("unlink ")))] })
}
