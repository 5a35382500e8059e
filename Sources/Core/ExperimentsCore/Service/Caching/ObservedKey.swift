import Observation

/// A key of a service as something that views observe.
@usableFromInline
package final class ObservedKey: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// What views are said to read.
    private var value: Void { () }

    package init() {}

    /// Notes that whoever is being tracked reads the key.
    @usableFromInline
    package func access() {
        registrar.access(self, keyPath: \.value)
    }

    /// Tells whoever read the key that its value is another one.
    package func change() {
        registrar.withMutation(of: self, keyPath: \.value) {}
    }
}
