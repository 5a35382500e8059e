import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Fetches repeatedly, and prints changes, until the program ends.
struct WatchLoop {
    private let session: ProjectSession
    private let printer: WatchPrinter
    private let interval: Duration?
    private let hooks: HookReporter?
    private var changes = ReportChanges()
    private var report: Report?
    /// Whether the last message about the age of the values was that they are old.
    private var isStale = false

    /// - Parameters:
    ///   - interval: the time between fetches; nil to fetch once, and then only when the source announces a change.
    ///   - hooks: reports events to web hooks; nil for none.
    init(_ session: ProjectSession, interval: Duration?, _ printer: WatchPrinter, hooks: HookReporter? = nil)
    {
        self.session = session
        self.interval = interval
        self.printer = printer
        self.hooks = hooks
    }

    /// Returns only when writing the output fails.
    mutating func run() throws {
        try print(changes.events(of: session.overrides.problem))
        hooks?.begin { sentence, _ in StandardError.line("note: \(sentence)") }
        var loop = ServiceLoop<Never>(session, interval: interval)
        try loop.run {
            report?.validUntil
        } wake: {
            try printChanges()
        } hear: { event, fetching in
            guard case .service(let event) = event else { return }
            try hear(event, fetching.activity != .idle)
        }
    }

    private mutating func hear(_ event: ServiceEvent, _ isFetching: Bool) throws {
        hooks?.hear(event, from: session.currentSource, at: Date())
        switch event {
        case .fetchStarted: break
        case .fetchFinished(let record):
            if record.failure == nil {
                try session.asked?.check()
            } else {
                session.service.lastGood.restore()
            }
            session.keepFetch(by: "watch")
            try print([.fetch(record, staleSince: session.service.staleSince)])
            tellOfStaleValues()
            try printChanges()
        case .snapshotChanged:
            // During a fetch, its end prints the changes. Otherwise, the source pushed its content.
            if !isFetching { try printChanges() }
        case .overridesChanged(let new):
            try print(changes.events(of: new.problem))
            try printChanges()
        case .liveStatusChanged(let status):
            try print([.live(status)])
        }
    }

    /// Reports once how old the values are while the source cannot be reached.
    private mutating func tellOfStaleValues() {
        let words = session.service.staleWords()
        defer { isStale = words != nil }
        if let words, !isStale { StandardError.line("note: \(words)") }
    }

    /// Prints the changes of keys, if there are values.
    private mutating func printChanges() throws {
        guard session.service.history.lastSuccess != nil || session.service.staleSince != nil else { return }
        let report = session.service.report(for: session.keys)
        self.report = report
        try print(changes.events(of: report))
    }

    private func print(_ events: [WatchEvent]) throws {
        let now = Date()
        for event in events { try printer.print(event, at: now) }
    }
}

extension AlertRules {
    /// The word for keys that become missing or incorrect.
    static let broken = "broken"

    /// Reads the value of `--bell`.
    ///
    /// - Parameter words: names of keys, and `broken`.
    /// - Throws: `CommandProblem` for a name that the project does not declare.
    init(bell words: [String], keys: [CatalogKey]) throws(CommandProblem) {
        let declared = keys.map(\.name)
        let known = Set(declared)
        for word in words where word != Self.broken && !known.contains(word) {
            throw CommandProblem.unknownKey(word, among: declared + [Self.broken])
        }
        self.init(keys: Set(words).intersection(known), tellsBroken: words.contains(Self.broken))
    }

    /// Rings the bell for an event, but not for the state at the start.
    func ring(on event: WatchEvent) -> Bool {
        guard case .key(let row, _, let was?) = event else { return false }
        return tell(row, after: was)
    }
}
