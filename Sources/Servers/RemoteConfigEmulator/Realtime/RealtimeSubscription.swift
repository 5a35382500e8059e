import HTTPServing
import Locks

/// The messages that one realtime stream has yet to send.
final class RealtimeSubscription: Sendable {
    private struct State {
        var latestVersion: Int64
        var deadline: Task<Void, Never>?
    }

    private let state: Mutex<State>
    private let queue = OutgoingQueue<RealtimeMessage>(limit: 64, overflow: .droppingOldest)
    private let onEnd: @Sendable () -> Void

    /// A subscription of a client that knows of `version`.
    init(knowing version: Int64, onEnd: @escaping @Sendable () -> Void) {
        state = Mutex(State(latestVersion: version))
        self.onEnd = onEnd
    }

    deinit {
        state.withLock { $0.deadline }?.cancel()
        onEnd()
    }

    /// Says `message`. A version that is not newer than the one known is not worth saying.
    func send(_ message: RealtimeMessage) {
        // Sent under the lock, so that versions are sent in the order in which they were found to be newer.
        state.withLock { state in
            if case .latestVersion(let version) = message {
                guard version > state.latestVersion else { return }
                state.latestVersion = version
            }
            queue.send(message)
        }
    }

    /// Ends the stream once everything pending is said, or with `message` in the place of that.
    func end(with message: RealtimeMessage? = nil) {
        queue.end(with: message)
    }

    /// Ends the stream after `lifetime`, and no other one that was set before.
    func end(after lifetime: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        let task = Task { [weak self] in
            guard (try? await sleep(lifetime)) != nil else { return }
            self?.end()
        }
        let earlier = state.withLock { state in
            let earlier = state.deadline
            state.deadline = task
            return earlier
        }
        earlier?.cancel()
    }

    /// The next message; nil at the end, and when the reading task is cancelled.
    func next() async -> RealtimeMessage? { await queue.next() }
}
