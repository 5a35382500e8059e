import ExperimentsCore

extension Feature {
    static let apps = Feature(commands: [.serve, .link])
}

extension Command {
    static let serve: Command = Command(
        "serve", "Serve apps, or stop it", .watching, twin: .command("experiments serve"),
        synonyms: ["server", "listen"], whyNot: \.reasonNotServing, run: { $0.toggleServing() })
    static let link: Command = Command(
        "link", "Link an app, by a URL and a QR code", .watching, twin: .command("experiments link --app NAME"),
        synonyms: ["qr", "pair"],
        argument: .text(
            "Link the app", suggestions: { state in Set(state.apps.apps.keys.map(\.app)).sorted() },
            run: { $1.link($0) }),
        whyNot: { $0.apps.canServe ? nil : "no apps can be linked here" },
        // Which app it is for is asked first.
        change: { $0.panels.push(Palette(field: TextField("link "))) })
}
