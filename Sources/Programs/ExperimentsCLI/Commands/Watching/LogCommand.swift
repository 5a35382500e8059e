import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Prints what happened, and goes on with what happens.
struct LogCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Print the log: fetches, failures, and who changed which overrides.",
        discussion: """
            The newest last. What is kept on this machine of the project's sources (the fetches that brought something \
            new or failed, as dashboards, `watch` and `check` saw them) and of its overrides (changes by commands and \
            dashboards). --source tells of one source alone.

            --follow fetches as `watch` does, and goes on with every fetch, with live updates that are lost and come \
            back, and with every change of overrides, also by an app or an editor. With --json: then one document a line.

            Examples:

              experiments log --limit 20

              experiments log --kind override --filter 'paywall changed:<1h'

              experiments log --follow --json
            """)
    static let examples = [
        CommandExample("experiments log", "Print what happened"),
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
            try KeptLog(settings).add(to: &log)
            return try printer.printAll(limited(printer.wanted(log.entries)))
        }
        let session = try ProjectSession.opened(settings, watching: true)
        var log = OperatorLog(overrides: session.overrides.store.overrides, hasJournal: true, joinsRepeated: false)
        try KeptLog(settings).add(to: &log)
        for entry in limited(printer.wanted(log.entries)) { try printer.print(entry) }
        let source = try LocatedProject(settings)?.titleInLog(of: session.currentSource)
        var loop = LogLoop(session, after: log, source: source, printer)
        try loop.run(interval: every.map(\.duration) ?? session.refreshInterval)
    }

    private func limited(_ entries: [LogEntry]) -> [LogEntry] { entries.suffix(limit ?? entries.count) }
}

extension LogEntry.Kind: ExpressibleByArgument {}
