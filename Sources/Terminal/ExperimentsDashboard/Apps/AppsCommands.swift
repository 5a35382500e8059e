import ExperimentsCore

extension Feature {
    static let apps = Feature(commands: [.serve, .link, .unlink])
}

extension Command {
    static let serve: Command = Command(
        "serve", title: "Serve apps, or stop it", in: .watching, twin: .command("experiments serve"),
        synonyms: ["server", "listen"], whyNot: \.reasonNotServing, run: { $0.toggleServing() })
    static let link: Command = Command(
        "link", title: "Link an app, by a URL and a QR code", in: .watching,
        twin: .command("experiments link --app NAME"),
        synonyms: ["qr", "pair"],
        argument: .text(
            "Link the app", suggestions: \.appNames, run: { $1.link($0) }),
        whyNot: \.reasonNotLinking,
        // Which app it is for is asked first.
        change: { $0.panels.push(Palette(field: TextField("link "))) })
    static let unlink: Command = Command(
        "unlink", title: "Let an app in no more", in: .watching, twin: .command("experiments link --revoke --app NAME"),
        synonyms: ["revoke"],
        argument: .text(
            "Let the app in no more", suggestions: \.appNames, run: { $1.unlink($0) }),
        whyNot: \.reasonNotLinking,
        change: { $0.panels.push(Palette(field: TextField("unlink "))) })
}
