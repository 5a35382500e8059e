import ArgumentParser

struct DemoCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Open the dashboard on values that change while you watch.",
        discussion: """
            Starts a server on this machine that speaks Firebase Remote Config's protocol, and plays a script on it: \
            keys go missing and come back, values break and are mended, experiments begin and end. A phone, a tablet \
            and a kiosk that are made up are linked: screen 7 shows what each of them holds. The overrides are the \
            demo's own, unless --overrides names a file; then nothing is linked. Where standard input or output is not a terminal, prints \
            what `list` prints.
            """)
    static let examples = [
        CommandExample("experiments demo", "Open the dashboard on values that change")
    ]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let demo = try Demo(options.settings)
        defer { demo.stop() }
        if options.plain {
            demo.play()
            return try Dashboard(options.settings).follow(demo.session)
        }
        guard Console.hasScreenAndKeyboard, !options.json else {
            return try Listing(options.settings).printReport(of: demo.session)
        }
        demo.play()
        try Dashboard(options.settings).show(demo.session)
    }
}
