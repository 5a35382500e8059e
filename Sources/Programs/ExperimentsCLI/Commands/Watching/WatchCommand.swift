import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

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

struct LogCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Print the log: fetches, failures, and who changed which overrides.",
        discussion: """
            The newest last. What is kept on this machine of the project's sources (the fetches that brought something \
            new or failed, as dashboards, `watch` and `check` saw them), of its overrides (changes by commands and \
            dashboards) and of the events of its experiments (changes by commands, such as `results restart`), and the \
            changes of the team's overrides, if the project has a team. --source tells of one \
            source alone.

            --follow fetches as `watch` does, and goes on with every fetch, with live updates that are lost and come \
            back, with every change of overrides, by the team, an app or an editor, too, and with changes of the \
            project file. With --json: then one document a line.
            """)
    static let examples = [
        CommandExample("experiments log --limit 20", "Print the last 20 entries"),
        CommandExample(
            "experiments log --kind override --filter 'paywall changed:<1h'", "Print the overrides of the last hour"),
        CommandExample("experiments log --follow --json", "Go on as it happens, for a script"),
    ]

    @Flag(help: "Go on with what happens, until interrupted.")
    var follow = false

    @Option(help: ArgumentHelp("With --follow, the time between fetches: 30s, 5m, or off.", valueName: "time"))
    var every: RefreshInterval?

    @Option(help: ArgumentHelp("At most so many of the entries that are kept, the newest.", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("Only entries of this kind; repeatable.", valueName: "kind"))
    var kind: [LogEntry.Kind] = []

    @Option(help: ArgumentHelp("Only entries that match this filter, as in the dashboard.", valueName: "text"))
    var filter = ""

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is a number from 0 on.") }
        if every != nil, !follow { throw ValidationError("--every is for --follow only.") }
    }

    func run() throws {
        let settings = options.settings
        let printer = LogPrinter(settings, kinds: kind, filter: try Filter(option: filter))
        guard follow else {
            var log = OperatorLog()
            let kept = try KeptLog(settings)
            try kept.add(to: &log)
            kept.addTeam(to: &log)
            return try printer.printAll(limited(printer.wanted(log.entries)))
        }
        let session = try ProjectSession.opened(settings, watching: true)
        session.team?.waitForFirstReading(or: "its changes follow when it does")
        let source = try LocatedProject(settings)?.titleInLog(of: session.currentSource)
        var loop = LogLoop(session, source: source, every: every, limit: limit, printer)
        try loop.printKept(KeptLog(settings))
        try loop.run()
    }

    private func limited(_ entries: [LogEntry]) -> [LogEntry] { entries.suffix(limit ?? entries.count) }
}

extension LogEntry.Kind: ExpressibleByArgument {}
