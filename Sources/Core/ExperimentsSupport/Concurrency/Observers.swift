import Foundation

/// The handlers that want to hear of a value, called in the order they were added.
///
/// Values are told one after the other and in the order they were handed in, whichever threads hand them in; so the
/// last value that a handler hears is the last there was. Whoever hands a value in goes on when it has been told,
/// except a handler, of these observers or of others: it goes on at once, and its value is told as soon as may be. So
/// handlers never wait for each other. A handler must return soon, and nobody may hand in a value while holding a lock
/// that a handler needs.
package final class Observers<Value: Sendable>: @unchecked Sendable {
    private typealias Handler = (id: Int, call: @Sendable (Value) -> Void)

    /// Guards everything below.
    private let condition = NSCondition()
    private var handlers: [Handler] = []
    private var nextID = 0
    private var pending: [Value] = []
    private var toldCount = 0
    private var isTelling = false

    /// No handlers yet.
    package init() {}

    /// Adds a handler for as long as the result is kept.
    package func add(_ handler: @escaping @Sendable (Value) -> Void) -> ObservationHandle {
        let id = locked {
            defer { nextID += 1 }
            handlers.append((nextID, handler))
            return nextID
        }
        return ObservationHandle { [weak self] in self?.remove(id) }
    }

    private func remove(_ id: Int) {
        // Let go of outside the lock: what the handler holds may run code of its own when it goes.
        let removed = locked { handlers.firstIndex { $0.id == id }.map { handlers.remove(at: $0) } }
        _ = removed
    }

    /// Calls every handler with `value`, on this thread or on one that is telling already.
    package func notify(_ value: Value) {
        enqueue(value)
        deliver()
    }

    /// Puts `value` in line, for `deliver`. Whoever keeps a state under a lock calls it under that lock, so that the
    /// values are told in the order of the changes.
    package func enqueue(_ value: Value) {
        locked { pending.append(value) }
    }

    /// Tells what is in line. Called without a lock.
    package func deliver() {
        guard beginTelling() else { return }
        while let (value, handlers) = nextToTell() {
            Telling.$isUnderWay.withValue(true) {
                for handler in handlers { handler.call(value) }
            }
            locked {
                toldCount += 1
                condition.broadcast()
            }
        }
    }

    /// Whether this thread is to tell. If another does, waits until that has told what is in line now.
    private func beginTelling() -> Bool {
        locked {
            let target = toldCount + pending.count + (isTelling ? 1 : 0)
            while isTelling, !Telling.isUnderWay, toldCount < target { condition.wait() }
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

/// Outside the generic type, because what counts is whether a handler of anything is running.
private enum Telling {
    /// Whether the code that asks was called by a handler.
    @TaskLocal static var isUnderWay = false
}
