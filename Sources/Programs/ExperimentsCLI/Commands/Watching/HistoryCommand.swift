import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

struct HistoryCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show the fetch history",
        discussion: """
            Shows the fetches that dashboards, `watch` and `check` stored on this machine: failures, and fetches \
            whose values differ from those of the fetch before. At most \(FetchLog.fetchLimit) are stored, long values are cut, and \
            --no-state stores none. --at TIME shows every value at that time, and --compare TIME TIME the differences; \
            a time is 2h (ago), 18:00, 2026-05-12, "2026-05-12 18:00", RFC 3339, or now. Use `timeline KEY` for the \
            values of a key over time.

            With --fetches, fetches several times and shows the result. A failed fetch is a line like any other; exits \
            with 1 if all failed. Use `watch` to follow changes until interrupted.

            Fetches are then numbered from 1, and numbers replace times: --compare shows the differences between two \
            fetches (default: the first and the last), --at every value after a fetch, and --key the values of a key.
            """)
    static let examples: KeyValuePairs = [
        "experiments history": "Show what earlier fetches changed",
        "experiments history --key paywall_type": "Show when a key changed",
    ]

    @Argument(help: ArgumentHelp("Fetches or times to compare", valueName: "fetch"))
    var compared: [FetchPlace] = []

    @Option(
        help: ArgumentHelp("Fetch this many times (default for --compare and --at: 2)", valueName: "number"))
    var fetches: Int?

    @Option(help: ArgumentHelp("Time between fetches: 30s or 5m", valueName: "time"))
    var every: RefreshInterval?

    @Flag(help: "Show the differences between two fetches or times")
    var compare = false

    @Option(help: ArgumentHelp("Show all values after this fetch or at this time", valueName: "fetch"))
    var at: FetchPlace?

    @Option(
        help: ArgumentHelp("Only fetches that changed this key (repeatable)", valueName: "name"),
        completion: .keys)
    var key: [String] = []

    @OptionGroup var difference: DifferenceOptions

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        try difference.check(options)
        guard compare || difference.format == .table else {
            throw ValidationError("--format requires --compare")
        }
        let fetches = fetches ?? 2
        guard fetches >= 1 else { throw ValidationError("invalid --fetches \(fetches): expected 1 or more") }
        guard compare || compared.isEmpty else {
            throw ValidationError("fetches to compare require --compare")
        }
        guard compared.isEmpty || compared.count == 2 else {
            throw ValidationError("--compare expects two fetches or times, or none")
        }
        guard [compare, at != nil, !key.isEmpty].count(where: { $0 }) <= 1 else {
            throw ValidationError("--compare, --at and --key cannot be combined")
        }
        let places = compared + [at].compactMap(\.self)
        for number in places.compactMap(\.number) where !(1...fetches).contains(number) {
            throw ValidationError("no fetch \(number): expected 1 to \(fetches); use --fetches for more")
        }
        guard places.contains(where: { $0.number == nil }) else { return }
        guard places.allSatisfy({ $0.number == nil }), self.fetches == nil, every == nil else {
            throw ValidationError(
                "times and numbers of fetches cannot be combined: --fetches and --every are for numbers")
        }
    }

    func run() throws {
        let session = try ProjectSession.opened(persona.settings(options))
        for name in key { try checkKnown(name, session) }
        let history = HistoryPrinter(settings: options.settings, session: session)
        if fetches == nil, !compare, at == nil { return try history.printLog(of: key) }
        if case .time(let text)? = at { return try history.printValues(at: text) }
        if case .time(let first)? = compared.first, case .time(let second)? = compared.last {
            return try history.printDifference(from: first, to: second, as: difference.format)
        }
        let fetches = fetches ?? 2
        let series = try FetchSeries(
            session, count: fetches, every: every?.duration ?? session.refreshInterval ?? .seconds(1))
        let printer = SeriesPrinter(settings: options.settings, session: session, series: series)
        if series.isFailure {
            try printer.printFetches(of: [])
        } else if compare {
            try printer.printDifference(
                from: compared.first?.number ?? 1, to: compared.last?.number ?? fetches, as: difference.format
            )
        } else if let at = at?.number {
            try printer.printValues(at: at)
        } else {
            try printer.printFetches(of: key)
        }
        if series.isFailure, let problem = series.lastProblem { throw options.json ? ExitCode(1) : problem }
    }

    /// Checks a name before fetching, so that a misspelled one is noticed. Names that only the source has appear when
    /// they change.
    private func checkKnown(_ name: String, _ session: ProjectSession) throws(CommandProblem) {
        let names = session.keys.map(\.name)
        guard !names.contains(name), let near = SpellingSuggestion.nearest(to: name, in: names) else {
            return
        }
        throw CommandProblem("no key \(Quotation.of(name))", advice: "Did you mean \(near)?")
    }
}

/// A place in the history: a fetch of this run, by its number, or a time.
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
