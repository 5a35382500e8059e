import Synchronization

/// The messages that one realtime stream has yet to send. It has one reader; writers may be on any thread.
final class RealtimeSubscription: Sendable {
    private struct State {
        var pending: [RealtimeMessage] = []
        var isEnded = false
        var latestVersion: Int64
        var reader: CheckedContinuation<RealtimeMessage?, Never>?
        var deadline: Task<Void, Never>?
    }

    /// How many messages wait for a reader that does not come; of more, the oldest are dropped: only the newest version
    /// matters to a client.
    private static let pendingLimit = 64

    private let state: Mutex<State>
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
        let reader = state.withLock { state -> CheckedContinuation<RealtimeMessage?, Never>? in
            guard !state.isEnded else { return nil }
            if case .latestVersion(let version) = message {
                guard version > state.latestVersion else { return nil }
                state.latestVersion = version
            }
            guard state.reader == nil else { return state.reader.take() }
            if state.pending.count == Self.pendingLimit { state.pending.removeFirst() }
            state.pending.append(message)
            return nil
        }
        reader?.resume(returning: message)
    }

    /// Ends the stream once everything pending is said, or with `message` in the place of that.
    func end(with message: RealtimeMessage? = nil) {
        let reader = state.withLock { state -> CheckedContinuation<RealtimeMessage?, Never>? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            if state.reader == nil, let message { state.pending = [message] }
            return state.reader.take()
        }
        reader?.resume(returning: message)
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
    func next() async -> RealtimeMessage? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> RealtimeMessage?? in
                    if !state.pending.isEmpty { return .some(state.pending.removeFirst()) }
                    if state.isEnded { return .some(nil) }
                    state.reader = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            end()
        }
    }
}
