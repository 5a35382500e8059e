import ExperimentsLocks
import Foundation

/// The handlers that observe a value, called in the order in which they were added.
///
/// Values are delivered one after the other, in the order in which they were added, from any threads. So the last value
/// that a handler gets is the current one. A thread that adds a value continues when the value has been delivered. A
/// handler that adds a value, to these observers or to others, continues immediately, and its value is delivered as
/// soon as possible, so that handlers never wait for each other. Handlers must return quickly. Do not add a value while
/// holding a lock that a handler needs.
package final class Observers<Value: Sendable>: @unchecked Sendable {
    private typealias Handler = (id: Int, call: @Sendable (Value) -> Void)

    /// Guards everything below.
    private let condition = NSCondition()
    private var handlers: [Handler] = []
    private var nextID = 0
    private var pending: [Value] = []
    private var toldCount = 0
    private var isTelling = false

    /// Creates an object without handlers.
    package init() {}

    /// Adds a handler, until the returned handle is cancelled or released.
    package func add(_ handler: @escaping @Sendable (Value) -> Void) -> ObservationHandle {
        let id = locked {
            defer { nextID += 1 }
            handlers.append((nextID, handler))
            return nextID
        }
        return ObservationHandle { [weak self] in self?.remove(id) }
    }

    private func remove(_ id: Int) {
        // Release it outside the lock, because deinitializers of objects in the handler may run any code.
        let removed = locked { handlers.firstIndex { $0.id == id }.map { handlers.remove(at: $0) } }
        _ = removed
    }

    /// Calls every handler with `value`, on this thread or on one that is already delivering values.
    package func notify(_ value: Value) {
        enqueue(value)
        deliver()
    }

    /// Adds `value` to the queue for `deliver`. A caller with state under a lock calls it while holding the lock, so
    /// that the values are delivered in the order of the changes.
    package func enqueue(_ value: Value) {
        locked { pending.append(value) }
    }

    /// Replaces `stored` by `value`, and adds it to the queue if it is different.
    package func enqueue(_ value: Value, replacing stored: inout Value) where Value: Equatable {
        guard stored != value else { return }
        stored = value
        enqueue(value)
    }

    /// Delivers the values in the queue. Call it without holding a lock.
    package func deliver() {
        guard beginTelling() else { return }
        while let (value, handlers) = nextToTell() {
            $isInsideHandler.withValue(true) {
                for handler in handlers { handler.call(value) }
            }
            locked {
                toldCount += 1
                condition.broadcast()
            }
        }
    }

    /// Returns whether this thread must deliver the values. If another thread is doing so, waits until it has delivered
    /// those that are currently in the queue.
    private func beginTelling() -> Bool {
        locked {
            let target = toldCount + pending.count + (isTelling ? 1 : 0)
            while isTelling, !isInsideHandler, toldCount < target { condition.wait() }
            guard !isTelling, !pending.isEmpty else { return false }
            isTelling = true
            return true
        }
    }

    private func nextToTell() -> (Value, [Handler])? {
        locked {
            guard !pending.isEmpty else {
                isTelling = false
                condition.broadcast()
                return nil
            }
            return (pending.removeFirst(), handlers)
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }
}

/// Whether the calling code runs inside a handler, of any type.
@TaskLocal private var isInsideHandler = false

/// A registration of an observer. It ends when `cancel()` is called, or when the last reference to the handle is
/// released.
public final class ObservationHandle: Sendable {
    private let cancellation: Mutex<(@Sendable () -> Void)?>

    /// Creates a registration. `cancel` is called once, when it ends.
    public init(_ cancel: @escaping @Sendable () -> Void) {
        cancellation = Mutex(cancel)
    }

    /// Ends the registration. A call that is already under way may still arrive.
    public func cancel() {
        let cancel = cancellation.withLock { stored -> (@Sendable () -> Void)? in
            defer { stored = nil }
            return stored
        }
        cancel?()
    }

    deinit {
        cancel()
    }
}
