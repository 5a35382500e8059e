import ArgumentParser
import ExperimentsOperator

/// Prints what changes.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Fetch repeatedly, and print a line for each event.",
        discussion: """
            First every key, then each change: a fetch, a value, an override. Fetches as often as --every or the \
            project file says, and at once when the source tells that it changed. With --json: one JSON document a line. Runs until \
            it is interrupted.

            --bell rings the terminal's bell where a key changes, or `broken`: where any key becomes missing or \
            incorrect. In JSON the event has \"bell\": true.
            """)

    @Option(help: ArgumentHelp("The time between fetches: 30s, 5m, or off.", valueName: "time"))
    var every: RefreshInterval?

    @Option(help: ArgumentHelp("Ring the bell on this key, or on `broken` ones; repeatable.", valueName: "key|broken"))
    var bell: [String] = []

    @OptionGroup var asking: AskingOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let session = try ProjectSession.opened(asking.settings(options), watching: true)
        let alarm = try AlertRules(bell: bell, keys: session.keys)
        let interval = every.map(\.duration) ?? session.refreshInterval
        var loop = WatchLoop(session, interval: interval, WatchPrinter(options.settings, bell: alarm))
        try loop.run()
    }
}
