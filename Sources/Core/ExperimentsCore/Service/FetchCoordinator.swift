import ExperimentsLocks
import Foundation

/// Runs the fetches of one service, one at a time. Callers at the same time share a fetch. Each fetch is added to the
/// history and reported to observers.
final class FetchCoordinator: Sendable {
    private struct State {
        var history = FetchHistory()
        var nextID = 1
        var running: Task<FetchRecord, Never>?
        /// A fetch that begins when the running one has ended.
        var following: Task<FetchRecord, Never>?
        var callers = 0
        var limit: @Sendable () -> FetchLimit? = { nil }
    }

    private let keeper: any RemoteConfigKeeper
    private let events: Observers<ServiceEvent>
    private let now: @Sendable () -> Date
    private let succeeded: @Sendable (Date) -> Void
    private let clock = ContinuousClock()
    private let state = Mutex(State())

    /// - Parameter succeeded: called after each successful fetch with the time at which it began, before observers
    ///   are notified.
    init(
        keeper: any RemoteConfigKeeper, events: Observers<ServiceEvent>, now: @escaping @Sendable () -> Date,
        succeeded: @escaping @Sendable (Date) -> Void
    ) {
        self.keeper = keeper
        self.events = events
        self.now = now
        self.succeeded = succeeded
    }

    var history: FetchHistory { state.withLock(\.history) }

    /// The number of the next fetch that begins.
    var nextID: Int { state.withLock(\.nextID) }

    /// Ends later fetches that take longer.
    func limit(_ limit: @escaping @Sendable () -> FetchLimit?) { state.withLock { $0.limit = limit } }

    /// The number of callers that wait for a fetch.
    var callerCount: Int { state.withLock(\.callers) }

    /// Fetches, or joins the fetch that is running.
    ///
    /// A notice of newer content does not join a fetch that began before it, because that fetch may still bring the old
    /// content. Instead, one more fetch follows. It serves all notices that arrive until it begins.
    func fetch(_ trigger: FetchTrigger) async -> FetchRecord {
        let task = state.withLock { state in
            state.callers += 1
            guard let running = state.running else { return start(trigger, &state) }
            guard case .realtime = trigger else { return running }
            return follow(running, with: trigger, &state)
        }
        events.deliver()
        let record = await task.value
        state.withLock { $0.callers -= 1 }
        return record
    }

    /// Fetches because of a notice, without waiting for the result. However many notices arrive during a fetch, only
    /// one more fetch follows.
    func note(_ trigger: FetchTrigger) {
        state.withLock { state in
            if let running = state.running {
                _ = follow(running, with: trigger, &state)
            } else {
                _ = start(trigger, &state)
            }
        }
        events.deliver()
    }

    private func follow(
        _ running: Task<FetchRecord, Never>, with trigger: FetchTrigger, _ state: inout State
    ) -> Task<FetchRecord, Never> {
        if let following = state.following { return following }
        let following = Task.detached {
            _ = await running.value
            return await self.startFollowing(trigger).value
        }
        state.following = following
        return following
    }

    private func startFollowing(_ trigger: FetchTrigger) -> Task<FetchRecord, Never> {
        let task = state.withLock { state in
            state.following = nil
            // Another caller may have started a fetch since. It began after the notice, so it serves this caller, too.
            return state.running ?? start(trigger, &state)
        }
        events.deliver()
        return task
    }

    private func start(_ trigger: FetchTrigger, _ state: inout State) -> Task<FetchRecord, Never> {
        let (id, startedAt) = (state.nextID, now())
        state.nextID += 1
        events.enqueue(.fetchStarted(trigger, at: startedAt))
        let task = Task.detached { await self.run(id, trigger, since: startedAt) }
        state.running = task
        return task
    }

    private func outcome(of trigger: FetchTrigger) async throws -> FetchOutcome {
        guard let limit = state.withLock(\.limit)() else { return try await keeper.fetch(trigger) }
        return try await limit.result { [keeper] in try await keeper.fetch(trigger) }
    }

    private func run(_ id: Int, _ trigger: FetchTrigger, since startedAt: Date) async -> FetchRecord {
        let before = keeper.snapshot
        let result: FetchRecord.Result
        let start = clock.now
        do {
            result = .success(try await outcome(of: trigger))
            succeeded(startedAt)
        } catch {
            result = .failure(FetchFailure(error))
        }
        let duration = start.duration(to: clock.now)
        let after = keeper.snapshot
        // Before the first fetch there was nothing that could have changed.
        let difference = before.fetchedAt == nil ? .none : SnapshotDifference(from: before, to: after)
        let record = FetchRecord(
            id: id, trigger: trigger, startedAt: startedAt, duration: duration, result: result,
            version: after.version, difference: difference)
        state.withLock { state in
            state.history.append(record)
            state.running = nil
            events.enqueue(.fetchFinished(record))
        }
        events.deliver()
        return record
    }
}
