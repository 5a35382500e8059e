import Observation

/// The observable object behind a key of a service, for views.
package final class ObservedKey: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// The property that views read, as far as observation is concerned.
    private var value: Void { () }

    package init() {}

    /// Registers that the code which is being tracked reads the key.
    package func access() {
        registrar.access(self, keyPath: \.value)
    }

    /// Notifies the code that read the key that its value has changed.
    package func change() {
        registrar.withMutation(of: self, keyPath: \.value) {}
    }
}
