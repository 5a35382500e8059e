import ExperimentEventStore
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam
import Foundation

/// Fetches repeatedly, and prints new log entries, until the program is ended.
struct LogLoop {
    /// The events that the log waits for besides those of the service.
    private enum News: Sendable {
        /// The team's store has news.
        case team(TeamView)
        /// The project file may have changed.
        case projectChanged
    }

    private let session: ProjectSession
    private let printer: LogPrinter
    private let source: String?
    private let every: RefreshInterval?
    private let limit: Int?
    private var log: OperatorLog
    private var teamSteps = TeamSteps()
    private var overrides = ReportChanges()
    private var printed = 0

    /// - Parameters:
    ///   - source: the text that tells the source apart from others; nil if there is only one.
    ///   - every: the time between fetches from the command line; nil for that of the project file.
    ///   - limit: the maximum number of stored entries to print; nil for all.
    init(
        _ session: ProjectSession, source: String?, every: RefreshInterval?, limit: Int?,
        _ printer: LogPrinter
    ) {
        self.session = session
        self.source = source
        self.every = every
        self.limit = limit
        self.printer = printer
        let store = session.overrides.store
        log = OperatorLog(
            overrides: Self.own(store.overrides, store.layers, in: session), hasJournal: true,
            joinsRepeated: false)
    }

    /// Prints the stored entries, and the team's changes that are already known.
    mutating func printKept(_ kept: KeptLog) throws {
        try kept.add(to: &log)
        if let team = session.team { add(teamSteps.read(team.view), at: Date()) }
        try printNew(limit: limit)
    }

    /// Returns only when writing the output fails.
    mutating func run() throws {
        note(session.overrides.problem, at: Date())
        try printNew()
        var loop = ServiceLoop<News>(session, interval: every.map(\.duration) ?? session.refreshInterval)
        let session = session
        try loop.run(following: { Self.follow(session, $0) }) { event, fetching in
            switch event {
            case .service(let event): try hear(event)
            case .news(.team(let view)):
                let unread = teamSteps.read(view)
                add(unread, at: Date())
                // A store that answers late reports changes that were stored before.
                try printNew(limit: unread.areNews ? nil : limit)
            case .news(.projectChanged):
                if let refresh = takeProject(at: Date()), every == nil, refresh != fetching.interval {
                    fetching.change(interval: refresh, at: Date())
                }
                try printNew()
            }
        }
    }

    private static func follow(
        _ session: ProjectSession, _ post: @escaping @Sendable (News) -> Void
    ) -> [ObservationHandle] {
        var observations: [ObservationHandle] = []
        if let team = session.team {
            observations.append(team.observeView { post(.team($0)) })
            post(.team(team.view))
        }
        if let path = session.projectPath {
            observations.append(SystemFileWatcher.system.watch(path) { post(.projectChanged) })
            // The file may have changed after it was read and before it was watched.
            if let before = session.fingerprint, before != FileFingerprint(of: path) { post(.projectChanged) }
        }
        return observations
    }

    private mutating func hear(_ event: ServiceEvent) throws {
        let now = Date()
        switch event {
        case .fetchStarted, .snapshotChanged: break
        case .fetchFinished(let record):
            session.keepFetch(by: "log")
            log.add(LogEntry(record, at: now, source: source) { RFC3339.text(of: $0) })
        case .liveStatusChanged(let status):
            if let entry = LogEntry(status, at: now, source: source, time: { RFC3339.text(of: $0) }) {
                log.add(entry)
            }
        case .overridesChanged(let state):
            note(state.problem, at: now)
            log.overridesChanged(to: Self.own(state.overrides, state.layers, in: session), at: now)
            log.follow(try? session.overrides.journal.settled(), at: now)
        }
        try printNew()
    }

    /// The overrides in this operator's files. Changes to the team's overrides are in the team's journal.
    private static func own(
        _ overrides: OverrideSet, _ layers: [OverrideLayer], in session: ProjectSession
    ) -> OverrideSet {
        session.team == nil ? overrides : OverrideSet(besideTeamIn: layers)
    }

    private mutating func add(_ unread: TeamSteps.Unread, at now: Date) {
        for step in unread.steps { log.add(LogEntry(step, at: unread.areNews ? now : nil)) }
    }

    /// Reads the project file again, and logs how that went.
    ///
    /// - Returns: the time between fetches in the file; nil if the file cannot be used.
    private mutating func takeProject(at now: Date) -> Duration?? {
        do {
            guard let reading = try session.reread?() else { return nil }
            if let problem = try Dashboard.bindings(
                changing: reading.project.bindings, adding: reading.project.commands
            ).problems.first {
                log.add(LogEntry(projectRefused: problem, at: now))
                return nil
            }
            log.add(LogEntry(projectReadAgain: reading.laterFields, at: now))
            return .some(reading.project.refresh)
        } catch {
            log.add(LogEntry(projectRefused: ErrorReport.headline(of: error), at: now))
            return nil
        }
    }

    private mutating func note(_ problem: OverrideStoreProblem?, at now: Date) {
        guard !overrides.events(of: problem).isEmpty else { return }
        log.add(LogEntry(.file, OverrideWords.text(of: problem), problem == nil ? .info : .error, at: now))
    }

    /// - Parameter limit: the maximum number of entries to print, the newest; nil for all.
    private mutating func printNew(limit: Int? = nil) throws {
        let new = log.entries.filter { $0.id > printed }
        printed = max(printed, new.map(\.id).max() ?? 0)
        let wanted = printer.wanted(new)
        for entry in wanted.suffix(limit ?? wanted.count) { try printer.print(entry) }
    }
}

/// The stored log of a project: on this machine the fetches of its sources, the changes to its overrides and the
/// removals of its events; in a team's store, the changes to the team's overrides.
struct KeptLog {
    /// The end of the note that the changes of the team cannot be read.
    static let withoutTeam = "the log does not include the team's changes"

    private let located: LocatedProject?
    private let settings: Settings
    private let journal: OverrideJournalFile
    private let events: ProjectEvents

    init(_ settings: Settings) throws {
        self.settings = settings
        located = try LocatedProject(settings)
        journal = OverrideFiles(settings, located, watcher: nil).journal
        events = try ProjectEvents(settings)
    }

    /// Adds the stored entries to a log: those of the source in the settings, or of all sources.
    ///
    /// - Throws: `FileProblem` if something cannot be read, `CommandProblem` if there is no such source.
    func add(to log: inout OperatorLog) throws {
        if let located {
            let named = try settings.source.map { [try located.source(named: $0)] }
            for source in settings.noState ? [] : named ?? located.project.sources {
                let fetches = try FetchLog(path: located.fetchLogPath(of: source.name)).read()
                log.add(
                    earlier: fetches.map { ($0.record, $0.program) }, of: source.name,
                    called: located.titleInLog(of: source.name), time: { RFC3339.text(of: $0) })
            }
        }
        if let located, !settings.noState {
            for entry in try AssistantJournal(of: located.absolutePath).entries() { log.add(entry) }
        }
        log.follow(try journal.read(), at: Date())
        addStoreChanges(to: &log)
    }

    /// Adds the changes that people made to the events of experiments, if there are any. If they cannot be read, prints
    /// a note to standard error.
    private func addStoreChanges(to log: inout OperatorLog) {
        guard FileStatus(of: events.path) != nil else { return }
        do {
            let database = try events.openForReading()
            for change in try Progress.wait("Reading changes", for: { try await database.changes() }) {
                let by = change.author.map { "\($0) " } ?? ""
                log.add(LogEntry(.message, by + change.text, .info, at: change.at, program: change.program))
            }
        } catch {
            StandardError.line(
                "note: \(ErrorReport.headline(of: error)); the log does not include changes of events")
        }
    }

    /// Adds the changes to the team's overrides, if there is a team. If its store cannot be read, prints a note to
    /// standard error.
    func addTeam(to log: inout OperatorLog) {
        do {
            guard let team = try TeamConnection.store(settings, located) else { return }
            try team.readOnce(or: Self.withoutTeam, within: settings.waits)
            for step in team.view.journal.steps { log.add(LogEntry(step)) }
        } catch {
            StandardError.line("note: \(ErrorReport.headline(of: error)); \(Self.withoutTeam)")
        }
    }
}
