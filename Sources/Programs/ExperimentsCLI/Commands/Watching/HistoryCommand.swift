import ArgumentParser
import ExperimentsCore
import Foundation

struct HistoryCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print what earlier fetches changed, or fetch several times and print how it went.",
        discussion: """
            Without --fetches, prints what dashboards, `watch` and `check` saw of the source on this machine: each fetch \
            that brought other values than the one before, and failures. At most \(FetchLog.fetchLimit) are kept, long \
            values are cut, and --no-state keeps none. --at TIME prints every value as it was then, and --compare TIME \
            TIME what differs; a time is 2h (ago), 18:00, 2026-05-12, "2026-05-12 18:00", RFC 3339, or now. What one \
            key held when: `timeline KEY`.

            With --fetches, a fetch that fails is a line of the history like any other. The exit status is 1 only where all failed. \
            For every change the moment it happens, without an end: `watch`.

            Then fetches are counted from 1, and numbers take the place of times. --compare prints what differs between two of them, the first and the last if \
            none are named; --at prints every value as it was after one; --key prints what a key had.
            """)
    static let examples = [
        CommandExample("experiments history", "Print what earlier fetches changed"),
        CommandExample("experiments history --key paywall_type", "Print when a key changed"),
    ]

    @Argument(help: ArgumentHelp("The two fetches or times to compare.", valueName: "fetch"))
    var compared: [FetchPlace] = []

    @Option(help: ArgumentHelp("Fetch so many times; 2 for --compare and --at.", valueName: "number"))
    var fetches: Int?

    @Option(help: ArgumentHelp("The time between fetches: 30s, 5m.", valueName: "time"))
    var every: RefreshInterval?

    @Flag(help: "Print what differs between two of the fetches, or between two times.")
    var compare = false

    @Option(help: ArgumentHelp("Print all values as of this fetch, or this time.", valueName: "fetch"))
    var at: FetchPlace?

    @Option(help: ArgumentHelp("Only fetches that changed this key; repeatable.", valueName: "name"), completion: .keys)
    var key: [String] = []

    @OptionGroup var difference: DifferenceOptions

    @OptionGroup var persona: AskedPersonaOptions

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
        let places = compared + [at].compactMap(\.self)
        for number in places.compactMap(\.number) where !(1...fetches).contains(number) {
            throw ValidationError("Fetches are counted from 1 to \(fetches), as --fetches says; \(number) is none.")
        }
        guard places.contains(where: { $0.number == nil }) else { return }
        guard places.allSatisfy({ $0.number == nil }), self.fetches == nil, every == nil else {
            throw ValidationError("Times are of what is kept, and numbers of fetches that are made now: not both.")
        }
    }

    func run() throws {
        let session = try ProjectSession.opened(persona.settings(options))
        for name in key { try checkKnown(name, session) }
        if fetches == nil, !compare, at == nil {
            return try HistoryPrinter(options.settings, session).printLog(of: key)
        }
        if case .time(let text)? = at {
            return try HistoryPrinter(options.settings, session).printValues(at: text)
        }
        if case .time(let first)? = compared.first, case .time(let second)? = compared.last {
            return try HistoryPrinter(options.settings, session).printDifference(
                from: first, to: second, as: difference.format)
        }
        let fetches = fetches ?? 2
        let series = try FetchSeries(
            session, count: fetches, every: every?.duration ?? session.refreshInterval ?? .seconds(1))
        let printer = SeriesPrinter(options.settings, session, of: series)
        if series.isFailure {
            try printer.printFetches(of: [])
        } else if compare {
            try printer.printDifference(
                from: compared.first?.number ?? 1, to: compared.last?.number ?? fetches, as: difference.format)
        } else if let at = at?.number {
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

/// Which values are meant: those after a fetch that is made now, by its number, or those of a time.
enum FetchPlace: ExpressibleByArgument {
    case number(Int)
    case time(String)

    init?(argument: String) {
        self = Int(argument).map(Self.number) ?? .time(argument)
    }

    var number: Int? {
        if case .number(let number) = self { number } else { nil }
    }
}
