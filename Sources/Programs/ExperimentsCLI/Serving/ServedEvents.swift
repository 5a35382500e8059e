import ExperimentEventStore
import ExperimentEvents
import ExperimentsCore
import ExperimentsOperator
import ExperimentsServer
import Foundation
import LinkProtocol
import Locks

/// Stores the events that a server receives. The database is opened with the first of them.
final class ServedEvents: Sendable {
    private struct State {
        var events: ProjectEvents
        var database: EventDatabase?
        /// The last reason that was printed for which events are not stored.
        var told: String?
    }

    /// Stores received events.
    let ingestion: EventIngestion
    /// Forwards the events of linked apps; nil if that is not requested.
    let forwarding: ForwardedEvents?
    private let state: SharedState

    init(_ events: ProjectEvents, forwarding: ForwardedEvents? = nil) {
        self.forwarding = forwarding
        let state = SharedState(State(events: events))
        self.state = state
        ingestion = EventIngestion(
            opening: {
                let events = state.value.withLock { $0.events }
                let database = try await events.open()
                try await database.maintain()
                state.value.withLock { $0.database = database }
                return database
            },
            tell: { status in
                let words = status.problem.map { ($0 as? any OperatorError)?.sentence ?? "\($0)" }
                let isNew = state.value.withLock { state in
                    defer { state.told = words }
                    return state.told != words
                }
                if isNew, let problem = status.problem as? any OperatorError {
                    StandardError.report(problem, as: "warning")
                }
            })
    }

    /// Returns when all that was taken is stored and passed on, or could not be.
    func finish() async {
        await ingestion.finish()
        await forwarding?.finish()
    }

    /// Counts by these definitions from now on.
    func declare(_ definitions: EventDefinitions) {
        let database = state.value.withLock { state in
            state.events = ProjectEvents(path: state.events.path, definitions: definitions)
            return state.database
        }
        guard let database else { return }
        Task.detached {
            do {
                try await database.adopt(definitions)
            } catch let problem as any OperatorError {
                StandardError.report(problem, as: "warning")
            } catch {
                StandardError.line("warning: what the project declares now is not counted: \(error)")
            }
        }
    }

    /// A state that closures share with their owner, before that is there.
    private final class SharedState: Sendable {
        let value: Mutex<State>

        init(_ state: State) { value = Mutex(state) }
    }
}

/// Leaves what apps report at the recorder, and counts their exposures and events.
struct CountingReporter: AppReporting {
    let recorder: AppRecorder
    let ingestion: EventIngestion
    let forwarding: ForwardedEvents?

    func appConnected(_ app: String, installation: String, at now: Date) {
        recorder.appConnected(app, installation: installation, at: now)
    }

    func appDisconnected(_ app: String, installation: String, at now: Date) {
        recorder.appDisconnected(app, installation: installation, at: now)
    }

    func appReported(_ report: AppReport, at now: Date) -> ReportReceipt {
        let events = report.trackedEvents(at: now)
        ingestion.take(events)
        forwarding?.take(events)
        return recorder.appReported(report, at: now)
    }
}
