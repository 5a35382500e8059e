#if os(Linux)
import Locks

/// Passes on the cancellation of a task, which may come before there is anything to cancel.
final class CurlCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Sets what a cancellation does, and does it at once if the cancellation has come already.
    func arm(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.action = action
            return state.isCancelled
        }
        if isCancelled { action() }
    }

    func cancel() {
        let action = state.withLock { state in
            state.isCancelled = true
            return state.action
        }
        action?()
    }
}
#endif
