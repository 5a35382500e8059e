import ArgumentParser
import ExperimentsOperator

struct WatchCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Follow changes as they happen",
        discussion: """
            First lists every key, then prints a line for each change: a fetch, a value, an override. Fetches at the \
            interval of --every or the project file, and immediately when the source announces a change. With --json: \
            one JSON document per line. Runs until interrupted.

            --bell rings the terminal's bell when a key changes, or with `broken` when any key becomes missing or \
            incorrect. In JSON, the event has "bell": true. The web hooks of the project file are notified, too.
            """)
    static let examples: KeyValuePairs = [
        "experiments watch": "Follow changes",
        "experiments watch --every 5s --json": "Fetch every five seconds and print JSON",
    ]

    @Option(help: ArgumentHelp("Time between fetches: 30s, 5m or off", valueName: "time"))
    var every: RefreshInterval?

    @Option(
        help: ArgumentHelp(
            "Ring the bell for this key, or for `broken` keys (repeatable)", valueName: "key|broken"),
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
        commandName: "log", abstract: "Show the log of fetches and overrides",
        discussion: """
            Oldest first. The log contains what is stored on this machine: fetches with new values or failures, as \
            dashboards, `watch` and `check` saw them; changes to overrides by commands and dashboards; changes to the \
            events of experiments by commands, such as `results restart`; and the changes to the team's overrides, if \
            the project has a team. With --source, only entries of that source.

            --follow fetches like `watch`, and prints every fetch, lost and restored live updates, every change of \
            overrides, also by the team, an app or an editor, and changes to the project file. With --json: one \
            document per line.
            """)
    static let examples: KeyValuePairs = [
        "experiments log --limit 20": "Show the last 20 entries",
        "experiments log --kind override --filter 'paywall changed:<1h'":
            "Show changes to overrides in the last hour",
        "experiments log --follow --json": "Follow the log from a script",
    ]

    @Flag(help: "Print new entries until interrupted")
    var follow = false

    @Option(help: ArgumentHelp("Time between fetches with --follow: 30s, 5m or off", valueName: "time"))
    var every: RefreshInterval?

    @Option(help: ArgumentHelp("Maximum number of entries", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("Only entries of this kind (repeatable)", valueName: "kind"))
    var kind: [LogEntry.Kind] = []

    @Option(
        help: ArgumentHelp("Only entries that match this filter", valueName: "text"), completion: .filters)
    var filter = ""

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("invalid --limit \(limit): expected 0 or more") }
        if every != nil, !follow { throw ValidationError("--every requires --follow") }
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
