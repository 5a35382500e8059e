#if canImport(FoundationNetworking)
import Synchronization

/// A task's cancellation, which may come before there is anything to cancel.
final class CurlCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Says what a cancellation does; at once where it has come already.
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
