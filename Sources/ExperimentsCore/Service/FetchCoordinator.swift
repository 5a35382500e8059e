import Foundation
import Synchronization

/// Runs the fetches of one service: one at a time, shared by all who ask, each written into the history.
final class FetchCoordinator: Sendable {
    private struct State {
        var history = FetchHistory()
        var nextID = 1
        var running: Task<FetchRecord, Never>?
    }

    private let keeper: any RemoteConfigKeeper
    private let now: @Sendable () -> Date
    private let clock = ContinuousClock()
    private let state = Mutex(State())

    init(keeper: any RemoteConfigKeeper, now: @escaping @Sendable () -> Date) {
        self.keeper = keeper
        self.now = now
    }

    var history: FetchHistory { state.withLock(\.history) }

    func fetch(_ trigger: FetchTrigger, tell: @escaping @Sendable (ServiceEvent) -> Void) async -> FetchRecord {
        let task = state.withLock { state in
            if let running = state.running { return running }
            let id = state.nextID
            state.nextID += 1
            let task = Task.detached { await self.run(id, trigger, tell) }
            state.running = task
            return task
        }
        return await task.value
    }

    private func run(
        _ id: Int, _ trigger: FetchTrigger, _ tell: @Sendable (ServiceEvent) -> Void
    ) async -> FetchRecord {
        let startedAt = now()
        tell(.fetchStarted(trigger, at: startedAt))
        let before = keeper.snapshot
        let result: FetchRecord.Result
        let start = clock.now
        do {
            result = .success(try await keeper.fetch(trigger))
        } catch {
            result = .failure(FetchFailure(error))
        }
        let duration = start.duration(to: clock.now)
        let after = keeper.snapshot
        let record = FetchRecord(
            id: id, trigger: trigger, startedAt: startedAt, duration: duration, result: result,
            version: after.version, difference: SnapshotDifference(from: before, to: after))
        state.withLock { state in
            state.history.append(record)
            state.running = nil
        }
        tell(.fetchFinished(record))
        return record
    }
}
