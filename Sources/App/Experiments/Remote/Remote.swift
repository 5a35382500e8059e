import ExperimentsCore
import Locks

#if canImport(SwiftUI)
import SwiftUI
#endif

/// Gives a property the current value of a key:
///
/// ```swift
/// struct Shelf {
///     @Remote(.columns) var columns
/// }
/// ```
///
/// Code that tracks observation, such as a SwiftUI view, is notified when the value changes, but not when other keys
/// change. In an `@Observable` class, write `@ObservationIgnored` in front of the property, because the wrapper itself
/// notifies of changes.
///
/// The value is read from the service that was given to the initializer, otherwise from the one in the environment of
/// the SwiftUI view, otherwise from the current one of the ``RemoteScope``. If there is none, the value is the key's
/// default, and a warning is printed to standard error, once for each key.
@propertyWrapper
public struct Remote<Value: Sendable>: Sendable {
    let key: Key<Value>
    let givenService: RemoteConfigService?
    #if canImport(SwiftUI)
    let handedDown = HandedDownService()
    private var environment = Environment(\.remoteConfigService)
    #endif

    /// Creates the property of a key.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - service: the service to read from; nil for the one of the view's environment, or of the ``RemoteScope``.
    public init(_ key: Key<Value>, in service: RemoteConfigService? = nil) {
        (self.key, givenService) = (key, service)
    }

    /// The value of the key.
    public var wrappedValue: Value {
        if let givenService { return givenService.observedValue(of: key) }
        guard let service = service else { return unservedValue }
        return service.observedValue(of: key)
    }

    var unservedValue: Value {
        RemoteScope.unserved.note(key.name)
        return key.defaultValue
    }

    /// The state of the key besides its value: its status, its override, and its later values.
    public var projectedValue: RemoteState<Value> {
        RemoteState(key: key, service: service)
    }

    var service: RemoteConfigService? {
        #if canImport(SwiftUI)
        givenService ?? handedDown.current ?? RemoteScope.service
        #else
        givenService ?? RemoteScope.service
        #endif
    }
}

#if canImport(SwiftUI)
extension Remote: DynamicProperty {
    /// Takes the service from the view's environment. SwiftUI calls this before it draws the view.
    public mutating func update() {
        // Read only here, because outside a view there is no environment.
        handedDown.hand(environment.wrappedValue)
    }
}
#endif

#if canImport(SwiftUI)
/// The service that a view got from its environment.
final class HandedDownService: Sendable {
    private let service = Mutex<RemoteConfigService?>(nil)

    var current: RemoteConfigService? {
        service.withLock { $0 }
    }

    func hand(_ new: RemoteConfigService?) {
        let previous = service.withLock { service in
            defer { service = new }
            return service
        }
        // Released outside the lock, because the deinitializer of a service may run any code.
        withExtendedLifetime(previous) {}
    }
}
#endif
