import ExperimentsCore
import Foundation

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
