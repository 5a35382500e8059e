import ArgumentParser
import ExperimentsCore
import Foundation

/// Fetches several times, and prints what each fetch brought.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print what earlier fetches changed, or fetch several times and print how it went.",
        discussion: """
            Without --fetches, prints what dashboards, `watch` and `check` saw of the source on this machine: each fetch \
            that brought other values than the one before, and failures. At most \(FetchLog.fetchLimit) are kept, long \
            values are cut, and --no-state keeps none.

            With --fetches, a fetch that fails is a line of the history like any other. The exit status is 1 only where all failed. \
            For every change the moment it happens, without an end: `watch`.

            Then fetches are counted from 1. --compare prints what differs between two of them, the first and the last if \
            none are named; --at prints every value as it was after one; --key prints what a key had.
            """)

    @Argument(help: ArgumentHelp("The two fetches to compare.", valueName: "number"))
    var compared: [Int] = []

    @Option(help: ArgumentHelp("Fetch so many times; 2 for --compare and --at.", valueName: "number"))
    var fetches: Int?

    @Option(help: ArgumentHelp("The time between fetches: 30s, 5m.", valueName: "time"))
    var every: RefreshInterval?

    @Flag(help: "Print what differs between two of the fetches.")
    var compare = false

    @Option(help: ArgumentHelp("Print all values as of this fetch.", valueName: "number"))
    var at: Int?

    @Option(help: ArgumentHelp("Only fetches that changed this key; repeatable.", valueName: "name"))
    var key: [String] = []

    @OptionGroup var difference: DifferenceOptions

    @OptionGroup var asking: AskingOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        try difference.check(options)
        guard compare || difference.format == .table else {
            throw ValidationError("--format goes with --compare.")
        }
        let fetches = fetches ?? 2
        guard fetches >= 1 else { throw ValidationError("--fetches is a number from 1 on.") }
        guard compare || compared.isEmpty else { throw ValidationError("Two fetches are named for --compare only.") }
        guard compared.isEmpty || compared.count == 2 else {
            throw ValidationError("--compare takes two fetches, or none for the first and the last.")
        }
        guard [compare, at != nil, !key.isEmpty].count(where: { $0 }) <= 1 else {
            throw ValidationError("--compare, --at and --key are given one at a time.")
        }
        for number in compared + [at].compactMap(\.self) where !(1...fetches).contains(number) {
            throw ValidationError("Fetches are counted from 1 to \(fetches), as --fetches says; \(number) is none.")
        }
    }

    func run() throws {
        let session = try ProjectSession.opened(asking.settings(options))
        for name in key { try checkKnown(name, session) }
        if fetches == nil, !compare, at == nil {
            return try HistoryPrinter(options.settings, session).printLog(of: key)
        }
        let fetches = fetches ?? 2
        let series = try FetchSeries(
            session, count: fetches, every: every?.duration ?? session.refreshInterval ?? .seconds(1))
        let printer = SeriesPrinter(options.settings, session, series)
        if series.isFailure {
            try printer.printFetches(of: [])
        } else if compare {
            try printer.printDifference(
                from: compared.first ?? 1, to: compared.last ?? fetches, as: self.difference.format)
        } else if let at {
            try printer.printValues(at: at)
        } else {
            try printer.printFetches(of: key)
        }
        if series.isFailure, let problem = series.lastProblem { throw options.json ? ExitCode(1) : problem }
    }

    /// Names that only the source knows are seen when they change; a misspelt one is to be noticed before.
    private func checkKnown(_ name: String, _ session: ProjectSession) throws(CommandProblem) {
        let names = session.keys.map(\.name)
        guard !names.contains(name), let near = SpellingSuggestion.nearest(to: name, in: names) else { return }
        throw CommandProblem("no key is called \"\(name)\"", advice: "Did you mean \(near)?")
    }
}
