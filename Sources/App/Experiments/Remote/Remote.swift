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
    @usableFromInline
    let key: Key<Value>
    @usableFromInline
    let givenService: RemoteConfigService?
    #if canImport(SwiftUI)
    @usableFromInline
    let handedDown = HandedDownService()
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
    @inlinable
    public var wrappedValue: Value {
        if let givenService { return givenService.observedValue(of: key) }
        guard let service = service else { return unservedValue }
        return service.observedValue(of: key)
    }

    @usableFromInline
    var unservedValue: Value {
        RemoteScope.unserved.note(key.name)
        return key.defaultValue
    }

    /// What else there is to say of the key: its status, its override, its next values.
    public var projectedValue: RemoteState<Value> {
        RemoteState(key: key, service: service)
    }

    @usableFromInline
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
    /// Takes the service of the view's environment; SwiftUI calls it before it draws the view.
    public mutating func update() {
        // Read here alone: outside of a view there is no environment to read from.
        handedDown.hand(environment.wrappedValue)
    }
}
#endif

#if canImport(SwiftUI)
/// The service that a view was handed down.
@usableFromInline
final class HandedDownService: Sendable {
    private let service = Mutex<RemoteConfigService?>(nil)

    @usableFromInline
    var current: RemoteConfigService? {
        service.withLock { $0 }
    }

    func hand(_ new: RemoteConfigService?) {
        let previous = service.withLock { service in
            defer { service = new }
            return service
        }
        // Let go of without the lock: a service may do anything when it ends.
        withExtendedLifetime(previous) {}
    }
}
#endif
