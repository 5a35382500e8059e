import ExperimentsLinkProtocol
import ExperimentsLocks
import Foundation

/// Stores events from any thread, in batches. Events that arrive while a batch is being stored form the next one, so
/// that many callers share one commit.
///
/// The store is opened with the first event, so that the server of a project without experiments has none.
package final class EventIngestion: Sendable {
    /// The maximum number of waiting events.
    package static let mostWaiting = 100_000

    /// The results of storing the events.
    package struct Status: Sendable {
        /// The outcomes of the stored events.
        package var counts = EventCounts()
        /// The number of events that are stored.
        package var stored = 0
        /// The number of waiting events.
        package var waiting = 0
        /// The number of refused events. Their senders know it, and may send them again.
        package var refused = 0
        /// The reason why the latest batch could not be stored; nil if it could.
        package var problem: (any Error)?

        package init() {}
    }

    /// The reason why events are refused although the store works: too many are waiting.
    package struct TooMany: Error {}

    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        var batch: [TrackedEvent] = []
        var waiters: [Waiter] = []
        var status = Status()
        var storing: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let store: StoreOnDemand
    private let tell: @Sendable (Status) -> Void

    /// - Parameters:
    ///   - open: opens the store; called again after a failure.
    ///   - tell: called after each batch, on any thread.
    package init(
        opening open: @escaping @Sendable () async throws -> any EventStore,
        tell: @escaping @Sendable (Status) -> Void = { _ in }
    ) {
        store = StoreOnDemand(open: open)
        self.tell = tell
    }

    /// The results of storing all events so far.
    package var status: Status { state.withLock { $0.status } }

    /// Stores events, and returns when they are stored, so that their sender no longer needs them.
    ///
    /// - Throws: `TooMany`, or the error of the store. In that case, none of the events is stored, so that the sender
    ///   can try again.
    package func store(_ events: [TrackedEvent]) async throws {
        guard !events.isEmpty else { return }
        try await withCheckedThrowingContinuation { waiter in
            let isTaken = state.withLock { state in
                guard state.status.waiting + events.count <= Self.mostWaiting else {
                    state.status.refused += events.count
                    return false
                }
                state.batch += events
                state.waiters.append(waiter)
                state.status.waiting += events.count
                if state.storing == nil { state.storing = Task.detached { [self] in await storeAll() } }
                return true
            }
            if !isTaken { waiter.resume(throwing: TooMany()) }
        }
    }

    /// Returns when all waiting events are stored, or could not be.
    package func finish() async {
        while let storing = state.withLock({ $0.storing }) { await storing.value }
    }

    private func storeAll() async {
        while let (batch, waiters) = next() {
            let result: Result<Void, any Error>
            do {
                let counts = try await store.get().store(batch)
                note(batch.count) { status in
                    status.counts += counts
                    status.stored += batch.count
                    status.problem = nil
                }
                result = .success(())
            } catch {
                note(batch.count) { status in
                    status.refused += batch.count
                    status.problem = error
                }
                result = .failure(error)
            }
            for waiter in waiters { waiter.resume(with: result) }
        }
    }

    private func next() -> ([TrackedEvent], [Waiter])? {
        state.withLock { state in
            guard !state.batch.isEmpty else {
                state.storing = nil
                return nil
            }
            defer { (state.batch, state.waiters) = ([], []) }
            return (state.batch, state.waiters)
        }
    }

    /// Updates the counts for a number of waiting events.
    private func note(_ count: Int, _ change: (inout Status) -> Void) {
        tell(
            state.withLock { state in
                state.status.waiting -= count
                change(&state.status)
                return state.status
            })
    }
}

/// A store that is opened once, when it is first needed.
private actor StoreOnDemand {
    private let open: @Sendable () async throws -> any EventStore
    private var opened: (any EventStore)?

    init(open: @escaping @Sendable () async throws -> any EventStore) { self.open = open }

    func get() async throws -> any EventStore {
        if let opened { return opened }
        let store = try await open()
        opened = store
        return store
    }
}

extension AppReport {
    /// The difference between clocks, in seconds, that is ignored, because a message takes time, too.
    private static let tolerableSkew: TimeInterval = 30

    /// Returns the exposures and events of the report. If the app's clock is wrong, their times are corrected by its
    /// difference from this one; none is later than now. Events without a unit belong to the installation of the app.
    package func trackedEvents(at now: Date) -> [TrackedEvent] {
        let skew = sentAt.timeIntervalSince(now)
        func time(_ date: Date) -> Date { min(now, abs(skew) > Self.tolerableSkew ? date - skew : date) }
        let exposures = exposures.map { exposure in
            TrackedEvent.exposure(
                ExposureEvent(
                    experiment: exposure.experiment, key: exposure.key, group: exposure.group,
                    unit: exposure.unit ?? identity.installation, at: time(exposure.at),
                    isOverridden: exposure.supplier == .override))
        }
        let metrics = metrics.enumerated().map { index, metric in
            TrackedEvent.metric(
                MetricEvent(
                    metric.name, unit: metric.unit ?? identity.installation, at: time(metric.at),
                    value: metric.value,
                    // A report that is sent again has the same number in the same run.
                    id: EventID.of(
                        "report", identity.app, identity.installation, run, "\(sequence)", "\(index)")))
        }
        return exposures + metrics
    }
}
