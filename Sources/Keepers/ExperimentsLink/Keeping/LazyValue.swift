import ExperimentsCore
import Locks

/// A value that is made when it is first asked for.
final class LazyValue<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
    }

    var value: Value {
        stored.withLock { stored in
            if let stored { return stored }
            let new = make()
            stored = new
            return new
        }
    }
}
