import ExperimentEventStore
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam
import Foundation

/// What is kept of a project: on this machine the fetches of its sources, the changes of its overrides and the removals of
/// its events, and in a team's store the changes of the team's.
struct KeptLog {
    /// The end of the note that the changes of the team cannot be read.
    static let withoutTeam = "the log is without the team's changes"

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
        log.follow(try journal.read(), at: Date())
        addStoreChanges(to: &log)
    }

    /// Adds what people changed in the events of experiments, if there are any. If they cannot be read, that is said on
    /// standard error.
    private func addStoreChanges(to log: inout OperatorLog) {
        guard FileStatus(of: events.path) != nil else { return }
        do {
            let database = try events.openForReading()
            for change in try Progress.wait("Reading changes", for: { try await database.changes() }) {
                let by = change.author.map { "\($0) " } ?? ""
                log.add(LogEntry(.message, by + change.text, .info, at: change.at, program: change.program))
            }
        } catch {
            StandardError.line("note: \(ErrorReport.headline(of: error)); the log is without changes of the events")
        }
    }

    /// Adds the changes of the team's overrides, if there is a team. Where its store cannot be read, that is said on
    /// standard error.
    func addTeam(to log: inout OperatorLog) {
        do {
            guard let team = try TeamConnection.store(settings, located) else { return }
            try team.readOnce(or: Self.withoutTeam)
            for step in team.view.journal.steps { log.add(LogEntry(step)) }
        } catch {
            StandardError.line("note: \(ErrorReport.headline(of: error)); \(Self.withoutTeam)")
        }
    }
}
