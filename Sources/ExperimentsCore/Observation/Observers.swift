import Synchronization

/// The handlers that want to hear of a value, called in the order they were added.
public final class Observers<Value: Sendable>: Sendable {
    private struct State {
        var handlers: [(id: Int, call: @Sendable (Value) -> Void)] = []
        var nextID = 0
    }

    private let state = Mutex(State())

    /// No handlers yet.
    public init() {}

    /// Adds a handler for as long as the result is kept.
    public func add(_ handler: @escaping @Sendable (Value) -> Void) -> Observation {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            state.handlers.append((state.nextID, handler))
            return state.nextID
        }
        return Observation { [weak self] in
            self?.state.withLock { state in state.handlers.removeAll { $0.id == id } }
        }
    }

    /// Calls every handler with `value`, on the caller's thread and without holding a lock.
    public func notify(_ value: Value) {
        for handler in state.withLock({ $0.handlers }) { handler.call(value) }
    }
}
