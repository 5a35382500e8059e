import ExperimentsCore
import Locks

#if canImport(SwiftUI)
import SwiftUI
#endif

/// The value of a key as a property, which always has the value of the moment:
///
/// ```swift
/// struct Shelf {
///     @Remote(.columns) var columns
/// }
/// ```
///
/// Whatever tracks observation, such as a SwiftUI view, is told when the value changes, and of no other key's changes.
/// In an `@Observable` class, write `@ObservationIgnored` in front: the wrapper tells of changes itself.
///
/// The service is the one given, otherwise, in a SwiftUI view, that of its environment, otherwise the one of the
/// ``RemoteScope`` at each read. Where there is none, the value is the key's default, which is said once on standard error.
@propertyWrapper
public struct Remote<Value: Sendable>: Sendable {
    private let key: Key<Value>
    private let givenService: RemoteConfigService?
    private let tracking = RemoteTracking()
    #if canImport(SwiftUI)
    private var environment = Environment(\.remoteConfigService)
    #endif

    /// Creates the property of a key.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - service: the service to read from; nil for that of the scope.
    public init(_ key: Key<Value>, in service: RemoteConfigService? = nil) {
        (self.key, givenService) = (key, service)
    }

    /// The value of the key.
    public var wrappedValue: Value {
        guard let service else {
            RemoteScope.unserved.note(key.name)
            return key.defaultValue
        }
        tracking.access(key, in: service)
        return service.value(of: key)
    }

    /// What else there is to say of the key: its status, its override, its next values.
    public var projectedValue: RemoteState<Value> {
        RemoteState(key: key, service: service)
    }

    private var service: RemoteConfigService? {
        #if canImport(SwiftUI)
        givenService ?? tracking.service ?? RemoteScope.service
        #else
        givenService ?? RemoteScope.service
        #endif
    }
}

#if canImport(SwiftUI)
extension Remote: DynamicProperty {
    /// Takes the service of the view's environment; SwiftUI calls it before it draws the view.
    public mutating func update() {
        // Read here alone: outside of a view there is no environment to read from.
        tracking.service = environment.wrappedValue
    }
}
#endif

/// The observed key that a property read last, so that a read need not look for it.
private final class RemoteTracking: Sendable {
    private let last = Mutex<ObservedKey?>(nil)
    #if canImport(SwiftUI)
    private let handedDown = Mutex<RemoteConfigService?>(nil)

    /// The service that a view was handed down.
    var service: RemoteConfigService? {
        get { handedDown.withLock { $0 } }
        set {
            let previous = handedDown.withLock { service in
                defer { service = newValue }
                return service
            }
            // Let go of without the lock: a service may do anything when it ends.
            withExtendedLifetime(previous) {}
        }
    }
    #endif

    func access<Value>(_ key: Key<Value>, in service: RemoteConfigService) {
        let known = last.withLock { $0 }
        if let known, known.isOf(service) { return known.access() }
        let found = service.attachment { ObservedKeys() }.key(key, in: service)
        last.withLock { $0 = found }
        found.access()
    }
}
