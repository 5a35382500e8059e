import ArgumentParser

/// Prints what changes.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Fetch again and again, and print a line for each thing that happens.",
        discussion: """
            First every key, then each change: a fetch, a value, an override. Fetches as often as --every or the \
            project file says, and at once when the source tells that it changed. With --json: one JSON document a line. Runs until \
            it is interrupted.
            """)

    @Option(help: ArgumentHelp("The time between fetches: 30s, 5m, or off.", valueName: "time"))
    var every: RefreshInterval?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let session = try ProjectSession.opened(options.settings, watching: true)
        let interval = every.map(\.duration) ?? session.refreshInterval
        var loop = WatchLoop(session, interval: interval, WatchPrinter(options.settings))
        try loop.run()
    }
}
