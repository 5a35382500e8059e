import ArgumentParser
import ExperimentsOperator

struct WatchCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Fetch repeatedly, and print a line for each event.",
        discussion: """
            First every key, then each change: a fetch, a value, an override. Fetches as often as --every or the \
            project file says, and at once when the source tells that it changed. With --json: one JSON document a line. Runs until \
            it is interrupted.

            --bell rings the terminal's bell where a key changes, or `broken`: where any key becomes missing or \
            incorrect. In JSON the event has \"bell\": true. The web hooks of the project file are told, too.
            """)
    static let examples = [
        CommandExample("experiments watch", "Print what changes"),
        CommandExample("experiments watch --every 5s --json", "Ask every five seconds, for a script"),
    ]

    @Option(help: ArgumentHelp("The time between fetches: 30s, 5m, or off.", valueName: "time"))
    var every: RefreshInterval?

    @Option(
        help: ArgumentHelp("Ring the bell on this key, or on `broken` ones; repeatable.", valueName: "key|broken"),
        completion: .keys)
    var bell: [String] = []

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let session = try ProjectSession.opened(persona.settings(options), watching: true)
        let alarm = try AlertRules(bell: bell, keys: session.keys)
        let interval = every.map(\.duration) ?? session.refreshInterval
        let hooks = ProjectHooks(session, options.settings)
        for problem in hooks.problems { StandardError.report(problem, as: "note") }
        var loop = WatchLoop(
            session, interval: interval, WatchPrinter(options.settings, bell: alarm),
            hooks: HookReporter(of: session, hooks.hooks, options.settings))
        try loop.run()
    }
}
