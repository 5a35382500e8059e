import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsLocks

/// Time that passes only while a test lets it, and then from the end of one wait to the end of the next.
final class SimulatedTime: Sendable {
    /// Whoever waits so often while time passes waits for nothing, and would keep a test for ever.
    struct Standstill: Error, CustomStringConvertible {
        let now: Duration
        var description: String {
            "time stands still at \(now): \(SimulatedTime.roundLimit) waits were over before it had passed"
        }
    }

    private static let roundLimit = 200_000
    /// A wait for no time at all would be over again and again before time passes.
    private static let shortestWait = Duration.milliseconds(1)

    private struct Wait {
        let number: Int
        let end: Duration
        let waiter: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Duration.zero
        var count = 0
        var waits: [Wait] = []
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// How much of it has passed.
    var now: Duration { state.withLock(\.now) }

    /// The same as the client needs it.
    var time: EtcdTime {
        EtcdTime(now: { self.now }, pause: { try await self.pause($0) }, fraction: { 0.5 })
    }

    /// Lets time pass. Whoever waits goes on when its wait is over, and has a moment to wait anew.
    func pass(_ duration: Duration) async throws {
        let end = now + duration
        await settle()
        for _ in 0..<Self.roundLimit {
            guard let due = next(until: end) else { return }
            due.waiter.resume()
            await settle()
        }
        throw Standstill(now: now)
    }

    /// Goes to the end of the next wait; nil, and to `end`, where none ends before.
    private func next(until end: Duration) -> Wait? {
        state.withLock { state in
            let next = state.waits.indices.min {
                (state.waits[$0].end, state.waits[$0].number) < (state.waits[$1].end, state.waits[$1].number)
            }
            guard let next, state.waits[next].end <= end else {
                state.now = end
                return nil
            }
            state.now = max(state.now, state.waits[next].end)
            return state.waits.remove(at: next)
        }
    }

    /// Gives everybody else a moment. What takes longer is late, as on a busy machine, so no test may depend on it.
    private func settle() async {
        for _ in 0..<20 { await Task.yield() }
    }

    private func pause(_ duration: Duration) async throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isCancelled = state.withLock { state in
                    guard state.cancelled.remove(number) == nil else { return true }
                    let end = state.now + max(duration, Self.shortestWait)
                    state.waits.append(Wait(number: number, end: end, waiter: waiter))
                    return false
                }
                if isCancelled { waiter.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let wait = state.withLock { state -> Wait? in
                guard let index = state.waits.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.waits.remove(at: index)
            }
            wait?.waiter.resume(throwing: CancellationError())
        }
    }
}
