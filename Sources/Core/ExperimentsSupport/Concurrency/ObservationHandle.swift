import Synchronization

/// A registration that lasts until it is cancelled or let go.
public final class ObservationHandle: Sendable {
    private let cancellation: Mutex<(@Sendable () -> Void)?>

    /// A registration that `cancel` ends.
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
