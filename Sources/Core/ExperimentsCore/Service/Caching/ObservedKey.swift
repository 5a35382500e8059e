import Observation

#if canImport(Darwin)
/// The observable object behind a key of a service, for views. Before iOS 17 and macOS 14, no code can track it.
package final class ObservedKey: Sendable {
    /// An `ObservedSubject`, on systems that have it.
    private let subject: (any AnyObject & Sendable)?

    package init() {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            subject = ObservedSubject()
        } else {
            subject = nil
        }
    }

    /// Registers that the code which is being tracked reads the key.
    package func access() {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *), let subject else { return }
        unsafeDowncast(subject, to: ObservedSubject.self).access()
    }

    /// Notifies the code that read the key that its value changes in `body`.
    package func change<Result>(_ body: () -> Result) -> Result {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *), let subject else { return body() }
        return unsafeDowncast(subject, to: ObservedSubject.self).change(body)
    }
}
#else
package typealias ObservedKey = ObservedSubject
#endif

/// An object that observation tracks.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
package final class ObservedSubject: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// The property that views read, as far as observation is concerned.
    private var value: Void { () }
    /// Created once, because creating it takes 10 of the 100 ns that a read may take. A key path never changes.
    private static let path = \ObservedSubject.value

    package init() {}

    /// Registers that the code which is being tracked reads the key.
    package func access() {
        registrar.access(self, keyPath: Self.path)
    }

    /// Notifies the code that read the key that its value changes in `body`.
    package func change<Result>(_ body: () -> Result) -> Result {
        registrar.withMutation(of: self, keyPath: Self.path, body)
    }
}

extension ObservedKey {
    /// Notifies the code that read the key that its value has changed.
    package func change() { change {} }
}
