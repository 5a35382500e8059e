import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Fetches repeatedly, and prints new log entries, until the program is ended.
struct LogLoop {
    private let session: ProjectSession
    private let printer: LogPrinter
    private let source: String?
    private var log: OperatorLog
    private var overrides = ReportChanges()
    private var printed = 0

    /// - Parameters:
    ///   - log: what is kept so far.
    ///   - source: what tells the source from others; nil where there is only the one.
    init(_ session: ProjectSession, after log: OperatorLog, source: String?, _ printer: LogPrinter) {
        (self.session, self.log, self.source, self.printer) = (session, log, source, printer)
        printed = log.entries.map(\.id).max() ?? 0
    }

    /// Returns only by an error of the output.
    ///
    /// - Parameter interval: the time between fetches; nil to fetch once, and then only when the source says so.
    mutating func run(interval: Duration?) throws {
        note(session.overrides.problem, at: Date())
        try printNew()
        var loop = ServiceLoop(session, interval: interval)
        try loop.run { event, _ in try hear(event) }
    }

    private mutating func hear(_ event: ServiceEvent) throws {
        let now = Date()
        switch event {
        case .fetchStarted, .snapshotChanged: break
        case .fetchFinished(let record):
            session.keepFetch(by: "log")
            log.add(LogEntry(record, at: now, source: source) { RFC3339.text(of: $0) })
        case .liveStatusChanged(let status):
            if let entry = LogEntry(status, at: now, source: source, time: { RFC3339.text(of: $0) }) { log.add(entry) }
        case .overridesChanged(let state):
            note(state.problem, at: now)
            log.overridesChanged(to: state.overrides, at: now)
            log.follow(try? session.overrides.journal.settled(), at: now)
        }
        try printNew()
    }

    private mutating func note(_ problem: OverrideStoreProblem?, at now: Date) {
        guard !overrides.events(of: problem).isEmpty else { return }
        log.add(LogEntry(.file, OverrideWords.text(of: problem), problem == nil ? .info : .error, at: now))
    }

    private mutating func printNew() throws {
        let new = log.entries.filter { $0.id > printed }
        printed = max(printed, new.map(\.id).max() ?? 0)
        for entry in printer.wanted(new) { try printer.print(entry) }
    }
}
