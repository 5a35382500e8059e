import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

// What goes into the log.
extension DashboardState {
    /// Something in words of its own.
    mutating func log(_ event: LogEntry.Event, _ text: String, _ severity: Notice.Severity = .success) {
        log.add(LogEntry(event, text, severity.inLog, at: now))
    }

    /// A fetch, when it was heard of.
    ///
    /// - Parameter date: nil for when it was over.
    mutating func log(_ record: FetchRecord, at date: Date? = nil) {
        log.add(LogEntry(record, at: date, source: sourceInLog, time: timeInLog))
    }

    /// Fetches of the source that were kept before the dashboard was opened.
    mutating func log(earlier records: [FetchRecord]) {
        log.add(
            earlier: records.map { ($0, nil) }, of: source.name, called: sourceInLog, time: timeInLog)
    }

    /// Adds an event of the service to the log.
    mutating func log(_ event: ServiceEvent) {
        switch event {
        case .fetchFinished(let record): log(record, at: now)
        case .liveStatusChanged(let status):
            if let entry = LogEntry(status, at: now, source: sourceInLog, time: timeInLog) { log.add(entry) }
        case .overridesChanged(let state):
            // The team's journal tells what the team changed.
            let own = overriding.team.view == nil ? state.overrides : OverrideSet(besideTeamIn: state.layers)
            log.overridesChanged(to: own, at: now, isAwaited: overriding.pendingEdits > 0)
        case .fetchStarted, .snapshotChanged: break
        }
    }

    /// A change of overrides that was made here.
    mutating func log(_ edit: OverrideEdit, _ update: OverrideUpdate) {
        let origin = OverrideOrigin(author: overriding.author, program: "dashboard")
        log.made(edit, update, by: origin, at: now)
    }

    /// The name that distinguishes a fetch from those of other sources.
    private var sourceInLog: String? { project.sources.count > 1 ? source.title : nil }

    private var timeInLog: (Date) -> String {
        { [localTime = project.localTime] in TimeText.timeOfDay($0, in: localTime) }
    }

    /// An entry as it is copied: its time, its sentence, and what else is known of it.
    func text(of entry: LogEntry) -> String {
        let time = { [localTime = project.localTime] in TimeText.dateAndTime($0, in: localTime) }
        let facts = entry.facts(time: time).map { "\($0.name): \($0.text)" }
        return (["\(time(entry.date))  \(entry.line)"] + facts).joined(separator: "\n")
    }
}

extension Notice.Severity {
    fileprivate var inLog: LogEntry.Severity {
        switch self {
        case .success: .info
        case .warning: .warning
        case .error: .error
        }
    }
}

extension OperatorLog {
    /// The log of a dashboard that was just opened: nothing has happened yet.
    init(_ session: DashboardSession) {
        let store = session.service.overrideStore
        self.init(
            overrides: session.team == nil ? store.overrides : OverrideSet(besideTeamIn: store.layers),
            hasJournal: session.journal != nil)
    }
}
