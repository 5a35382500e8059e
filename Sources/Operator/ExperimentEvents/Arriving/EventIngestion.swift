import ExperimentsSupport
import Foundation
import LinkProtocol
import Locks

/// Takes events from whoever has some, on any thread, and stores them in batches: those that come while a batch is stored
/// are the next one.
///
/// The store is opened with the first event, so that a server of a project without experiments has none.
package final class EventIngestion: Sendable {
    /// The largest number of events that wait while the store cannot take any.
    package static let mostWaiting = 100_000

    /// The results of storing the events.
    package struct Status: Sendable {
        /// The outcomes of what was stored.
        package var counts = EventCounts()
        /// The number of events that were lost because too many waited.
        package var lost = 0
        /// Why the latest batch could not be stored; nil if it could. It is tried again with the next event.
        package var problem: (any Error)?

        package init() {}
    }

    private struct State {
        var waiting: [TrackedEvent] = []
        var status = Status()
        var storing: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let store: StoreOnDemand
    private let tell: @Sendable (Status) -> Void

    /// - Parameters:
    ///   - open: opens the store; asked again where it failed.
    ///   - tell: called after each batch, on any thread.
    package init(
        opening open: @escaping @Sendable () async throws -> any EventStore,
        tell: @escaping @Sendable (Status) -> Void = { _ in }
    ) {
        (store, self.tell) = (StoreOnDemand(open: open), tell)
    }

    /// The results of storing all events so far.
    package var status: Status { state.withLock { $0.status } }

    /// Takes events, and returns at once.
    package func take(_ events: [TrackedEvent]) {
        guard !events.isEmpty else { return }
        state.withLock { state in
            let room = max(0, Self.mostWaiting - state.waiting.count)
            state.waiting += events.prefix(room)
            state.status.lost += max(0, events.count - room)
            guard state.storing == nil else { return }
            state.storing = Task.detached { [self] in await storeAll() }
        }
    }

    /// Returns when all that was taken is stored, or could not be.
    package func finish() async {
        while let storing = state.withLock({ $0.storing }) { await storing.value }
    }

    private func storeAll() async {
        while let batch = next() {
            do {
                let counts = try await store.get().store(batch)
                note { state in
                    state.status.counts += counts
                    state.status.problem = nil
                }
            } catch {
                note { state in
                    // In front of what came meanwhile.
                    state.waiting = batch + state.waiting
                    state.status.problem = error
                    state.storing = nil
                }
                return
            }
        }
    }

    private func next() -> [TrackedEvent]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.storing = nil
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func note(_ change: (inout State) -> Void) {
        tell(
            state.withLock { state in
                change(&state)
                return state.status
            })
    }
}

/// A store that is opened when it is needed, and once.
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
    /// A difference of clocks below this says nothing, in seconds: a message takes its time, too.
    private static let tolerableSkew: TimeInterval = 30

    /// The exposures and events that the app tells of. Where its clock is wrong, their times are set right by how far it is
    /// from this one; none is later than now. Units that the app does not name are its installation.
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
                    metric.name, unit: metric.unit ?? identity.installation, at: time(metric.at), value: metric.value,
                    // A report that is sent again has the same number in the same run.
                    id: EventID.of(
                        "report", identity.app, identity.installation, run, "\(sequence)", "\(index)")))
        }
        return exposures + metrics
    }
}
