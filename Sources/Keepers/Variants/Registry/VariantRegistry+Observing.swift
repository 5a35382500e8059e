import ExperimentsCore
import Foundation

extension VariantRegistry {
    /// Calls `handler` after each change of flags, variants or condition types, on the thread that made it, for as
    /// long as the result is kept.
    public func observe(_ handler: @escaping @Sendable (VariantRegistry) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// An element for each change; several that come faster than they are taken are one.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observation = observe { _ in continuation.yield() }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}

extension Notification.Name {
    /// Flags, variants or condition types of a ``VariantRegistry``, the notification's object, are others now.
    public static let variantRegistryDidChange = Notification.Name("VariantRegistryDidChangeNotification")
}

extension VariantRegistry {
    /// Posts `variantRegistryDidChange` after each change, on the thread that made it,
    /// for as long as the result is kept. A change that was refused is none.
    public func postNotifications(to center: NotificationCenter = .default) -> ObservationHandle {
        observe { center.post(name: .variantRegistryDidChange, object: $0) }
    }
}
