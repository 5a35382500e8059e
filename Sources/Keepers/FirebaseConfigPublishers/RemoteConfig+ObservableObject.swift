import Dispatch
import ExperimentsCore
import FirebaseConfig

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// A client can be an observed object of a view, which is drawn again when another set is in use.
extension RemoteConfig: ObservableObject {
    /// Tells, on the main queue and soon after, that another set is in use.
    public var objectWillChange: ObservableObjectPublisher {
        attachments.object { ChangeRelay(self) }.publisher
    }
}

/// Passes activations on; unchecked, because the publisher is safe to use from any thread and does not say so.
private final class ChangeRelay: @unchecked Sendable {
    let publisher = ObservableObjectPublisher()
    private var observation: ObservationHandle?

    init(_ config: RemoteConfig) {
        observation = config.observeActivations { [weak self] _ in
            DispatchQueue.main.async { self?.publisher.send() }
        }
    }
}
