import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

// The content of the log.
extension OperatorLog: Feature {
    enum Message: Sendable {
        /// An event with its text.
        case said(LogEntry.Event, String, Notice.Severity)
        /// An entry that is reported elsewhere.
        case add(LogEntry)
        /// The service reports an event.
        case heard(ServiceEvent)
        /// A change to overrides that was made here.
        case edited(OverrideEdit, OverrideUpdate)
        /// Fetches of the source that were stored before the dashboard was opened.
        case earlier([FetchRecord])
        /// Fetches that ended before the first frame.
        case opened([FetchRecord])
    }

    static let commands: [Command] = [.log, .messages]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .said(let event, let text, let severity):
            add(LogEntry(event, text, severity.inLog, at: context.now))
        case .add(let entry): add(entry)
        case .heard(let event): hear(event, context)
        case .edited(let edit, let update):
            let origin = OverrideOrigin(author: context.overriding.author, program: "dashboard")
            made(edit, update, by: origin, at: context.now)
        case .earlier(let records):
            add(
                earlier: records.map { ($0, nil) }, of: context.source.name, called: source(context),
                time: time(context))
        case .opened(let records):
            for record in records {
                add(LogEntry(record, at: nil, source: source(context), time: time(context)))
            }
        }
        return []
    }

    private mutating func hear(_ event: ServiceEvent, _ context: DashboardState) {
        let now = context.now
        switch event {
        case .fetchFinished(let record):
            add(LogEntry(record, at: now, source: source(context), time: time(context)))
        case .liveStatusChanged(let status):
            if let entry = LogEntry(status, at: now, source: source(context), time: time(context)) {
                add(entry)
            }
        case .overridesChanged(let state):
            // Changes of the team are added from its journal.
            let overriding = context.overriding
            let own = overriding.team.view == nil ? state.overrides : OverrideSet(besideTeamIn: state.layers)
            overridesChanged(to: own, at: now, isAwaited: overriding.pendingEdits > 0)
        case .fetchStarted, .snapshotChanged: break
        }
    }

    /// Returns a name that tells a fetch apart from those of other sources.
    private func source(_ context: DashboardState) -> String? {
        context.project.sources.count > 1 ? context.source.title : nil
    }

    private func time(_ context: DashboardState) -> (Date) -> String {
        { [localTime = context.project.localTime] in TimeText.timeOfDay($0, in: localTime) }
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
    /// Creates the log of a dashboard that was just opened.
    init(_ session: DashboardSession) {
        let store = session.service.overrideStore
        self.init(
            overrides: session.team == nil ? store.overrides : OverrideSet(besideTeamIn: store.layers),
            hasJournal: session.journal != nil)
    }
}

extension LogEntry {
    /// Returns the text to copy: the time, the sentence and further details.
    func text(in localTime: LocalTime) -> String {
        let time = { TimeText.dateAndTime($0, in: localTime) }
        let facts = facts(time: time).map { "\($0.name): \($0.text)" }
        return (["\(time(date))  \(line)"] + facts).joined(separator: "\n")
    }
}

extension Command {
    static let log: Command = Command(
        "log", title: "Show the log of fetches, overrides and messages", in: .watching, keys: ["L"],
        shell: "experiments log", synonyms: ["errors", "events"],
        whyNot: { $0.log.entries.isEmpty ? "the log is empty" : nil },
        run: { [.open(LogPanel($0))] })
    static let messages: Command = Command(
        "messages", title: "Show past messages in the log", in: .watching, keys: ["!"],
        shell: "experiments log",
        whyNot: { $0.log.entries.isEmpty ? "the log is empty" : nil }, run: { [.open(LogPanel($0))] })
}
