import ExperimentEventStore
import ExperimentEvents
import ExperimentResults
import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject
import ExperimentsServer
import Foundation
import GrowthBookSource

/// Stores the events that a server receives. The database is opened with the first event.
final class ServedEvents: Sendable {
    private struct State {
        var events: ProjectEvents
        var database: EventDatabase?
        /// The last printed reason why events are not stored.
        var told: String?
    }

    /// Stores received events.
    let ingestion: EventIngestion
    /// Forwards the events of linked apps; nil if that is not requested.
    let forwarding: ForwardedEvents?
    private let state: SharedValue<State>

    init(_ events: ProjectEvents, forwarding: ForwardedEvents? = nil) {
        self.forwarding = forwarding
        let state = SharedValue(State(events: events))
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

    /// Returns when all accepted events are stored and forwarded, or could not be.
    func finish() async {
        await ingestion.finish()
        await forwarding?.finish()
    }

    /// The number of events that apps were asked to send again, in words; nil if there are none.
    var refusal: String? {
        let status = ingestion.status
        guard status.refused > 0 else { return nil }
        let events = status.refused == 1 ? "1 event was" : "\(status.refused) events were"
        return "\(events) not stored; the apps were asked to send them again"
    }

    /// Counts with these definitions from now on.
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
                StandardError.line(
                    "warning: the new declarations of the project cannot be used for events: \(error)")
            }
        }
    }
}

/// A value that closures share with their owner, before the owner exists.
private final class SharedValue<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ first: Value) { value = Mutex(first) }
}

/// Passes the reports of apps to the recorder, and counts their exposures and events.
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

    func appReported(_ report: AppReport, at now: Date) async throws -> ReportReceipt {
        // Operators see the app even if the store is full.
        let receipt = recorder.appReported(report, at: now)
        let events = report.trackedEvents(at: now)
        try await ingestion.store(events)
        // Do this only once, because a refused report is sent again.
        forwarding?.take(events)
        return receipt
    }
}

/// Forwards the exposures and events of linked apps to GrowthBook, if the source of a project requests it.
final class ForwardedEvents: Sendable {
    private let tracker: GrowthBookTracker

    /// Creates nil if the source does not request it.
    init?(_ source: ProjectSource?) {
        guard let settings = source?.settings as? GrowthBookSourceSettings else { return nil }
        // Report each problem once.
        let lastProblem = SharedValue<String?>(nil)
        guard
            let tracker = settings.tracker(tell: { status in
                let isNew = lastProblem.value.withLock { last in
                    defer { last = status.problem }
                    return last != status.problem
                }
                guard isNew, let problem = status.problem else { return }
                StandardError.line("warning: events are not forwarded: \(problem)")
            })
        else { return nil }
        self.tracker = tracker
    }

    /// Accepts events, and returns immediately. Exposures caused by an operator's override are skipped.
    func take(_ events: [TrackedEvent]) {
        for event in events {
            switch event {
            case .exposure(let exposure) where exposure.isOverridden: break
            case .exposure(let exposure):
                tracker.track(exposure.experiment, exposure.group, unit: exposure.unit)
            case .metric(let metric): tracker.track(metric.name, value: metric.value, unit: metric.unit)
            }
        }
    }

    /// Returns when all events have arrived, or could not be sent.
    func finish() async { await tracker.flush() }
}

/// Stores how the source divides users, with the events of the server. Each user is then compared with the split that
/// was active at the time, even if results were not read then.
final class SplitRecorder: Sendable {
    private struct State {
        /// The number of changes to the source's values.
        var changes = 0
        /// The number of the last stored change.
        var kept = -1
    }

    private let session: ProjectSession
    private let results: any ExperimentResultsSource
    private let memory = SplitMemory()
    private let state = Mutex(State())

    /// Nil if the project declares no experiments.
    init?(_ session: ProjectSession) {
        guard let results = session.results else { return nil }
        self.session = session
        self.results = results
    }

    /// Stores the current split and each later one, as long as the handles exist.
    func begin() -> [ObservationHandle] {
        let handles = [
            session.service.observe { [weak self] event in
                guard case .snapshotChanged = event, let self else { return }
                state.withLock { $0.changes += 1 }
                keep()
            },
            // Before the first event, there is no place to store a split.
            results.watch { [weak self] in self?.keep() },
        ]
        keep()
        return handles
    }

    private func keep() {
        let (change, isKept) = state.withLock { ($0.changes, $0.changes == $0.kept) }
        guard !isKept, session.service.history.lastSuccess != nil else { return }
        Task.detached { [self] in
            let known = memory.known(
                of: session.service, session.currentSource, keys: session.keys, subjects: results.subjects)
            // Splits that cannot be stored now are tried again with the next event. The store of events reports
            // problems with its file.
            guard (try? await results.keepSplits(known, at: Date())) == true else { return }
            state.withLock { $0.kept = max($0.kept, change) }
        }
    }
}
