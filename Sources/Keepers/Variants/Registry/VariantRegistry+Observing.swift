import ExperimentsCore
import Foundation

extension VariantRegistry {
    /// Calls `handler` after each change of flags, variants or condition types, on the thread that made it, until the
    /// returned handle is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (VariantRegistry) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Returns a sequence with an element for each change. Several changes before the next element is read are one
    /// element.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observation = observe { _ in continuation.yield() }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}

extension Notification.Name {
    /// The flags, variants or condition types of a ``VariantRegistry``, the notification's object, have changed.
    public static let variantRegistryDidChange = Notification.Name("VariantRegistryDidChangeNotification")
}

extension VariantRegistry {
    /// Posts `variantRegistryDidChange` after each change, on the thread that made it, until the returned handle is
    /// cancelled or released. Nothing is posted for a change that was refused.
    public func postNotifications(to center: NotificationCenter = .default) -> ObservationHandle {
        observe { center.post(name: .variantRegistryDidChange, object: $0) }
    }
}
