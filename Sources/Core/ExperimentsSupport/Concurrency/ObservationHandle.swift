import Locks

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
