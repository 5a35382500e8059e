import ExperimentsCore
import ExperimentsLocks

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
/// change. In an `@Observable` class, write `@ObservationIgnored` in front of the property, because the wrapper reports
/// changes itself.
///
/// The value is read from the service passed to the initializer, otherwise from the one in the environment of the
/// SwiftUI view, otherwise from the current one of the ``RemoteScope``. If there is none, the value is the key's
/// default, and a warning is printed to standard error, once for each key.
@propertyWrapper
public struct Remote<Value: Sendable>: Sendable {
    let key: Key<Value>
    let given: ServiceReference?
    #if canImport(SwiftUI)
    let handedDown = HandedDownService()
    private var environment = Environment(\.remoteConfigService)
    /// Changed to draw a view again, on systems without observation.
    private var redraws = State(initialValue: 0)
    #endif

    /// Creates a property for a key.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - service: the service to read from; nil for the one in the view's environment or the ``RemoteScope``.
    public init(_ key: Key<Value>, in service: RemoteConfigService? = nil) {
        self.key = key
        given = service.map(ServiceReference.init)
    }

    /// The current value of the key.
    public var wrappedValue: Value {
        guard let reference else { return unservedValue }
        return reference.value(of: key)
    }

    var unservedValue: Value {
        RemoteScope.unserved.note(key.name)
        return key.defaultValue
    }

    /// The state of the key besides its value: the status, the override, and later values.
    public var projectedValue: RemoteState<Value> { RemoteState(key: key, service: service) }

    var service: RemoteConfigService? { reference?.service }

    private var reference: ServiceReference? {
        #if canImport(SwiftUI)
        given ?? handedDown.current ?? RemoteScope.reference
        #else
        given ?? RemoteScope.reference
        #endif
    }
}

#if canImport(SwiftUI)
extension Remote: DynamicProperty {
    /// Takes the service from the view's environment. SwiftUI calls this before it draws the view.
    public mutating func update() {
        // The environment is only available in a view, so it is read here.
        handedDown.hand(environment.wrappedValue)
        guard #unavailable(macOS 14, iOS 17, tvOS 17, watchOS 10), let service else { return }
        let redraws = redraws
        // A view that has read the number depends on it.
        _ = redraws.wrappedValue
        handedDown.follow(service) { changed in
            service.observeValue(of: key) { _ in changed() }
        } change: {
            Task { @MainActor in redraws.wrappedValue += 1 }
        }
    }
}
#endif

/// A reference to a service for properties. A service has weak references, which make each count of a strong one take
/// 15 of the 100 ns that a read may take.
final class ServiceReference: Sendable {
    let service: RemoteConfigService

    init(_ service: RemoteConfigService) {
        self.service = service
    }

    func value<Value>(of key: Key<Value>) -> Value { service.observedValue(of: key) }
}

#if canImport(SwiftUI)
/// The service that a view got from its environment.
final class HandedDownService: Sendable {
    private let reference = Mutex<ServiceReference?>(nil)
    private let followed = Mutex<(service: RemoteConfigService, following: ObservationHandle)?>(nil)

    var current: ServiceReference? {
        reference.withLock { $0 }
    }

    func hand(_ new: RemoteConfigService?) {
        guard current?.service !== new else { return }
        let previous = reference.withLock { reference in
            defer { reference = new.map(ServiceReference.init) }
            return reference
        }
        // Release it outside the lock, because the deinitializer of a service may run any code.
        withExtendedLifetime(previous) {}
    }

    /// Calls `change` after each change of a value, from now on and until another service is followed.
    ///
    /// - Parameter observe: begins to observe the value. Its first call passes the value that is already known.
    func follow(
        _ service: RemoteConfigService, _ observe: (@escaping @Sendable () -> Void) -> ObservationHandle,
        change: @escaping @Sendable () -> Void
    ) {
        guard followed.withLock({ $0?.service !== service }) else { return }
        let isFirst = Atomic(true)
        let following = observe {
            if !isFirst.exchange(false, ordering: .relaxed) { change() }
        }
        let previous = followed.withLock { followed in
            defer { followed = (service, following) }
            return followed
        }
        withExtendedLifetime(previous) {}
    }
}
#endif

/// The state of a key besides its value. It is the projected value of a ``Remote`` property: `$columns`.
public struct RemoteState<Value: Sendable>: Sendable {
    /// The key.
    public let key: Key<Value>
    /// The service that the key is read from; nil if there is none yet.
    public let service: RemoteConfigService?

    private var row: ReportRow? { service?.row(of: key) }

    /// The status of the key, or `unknown` without a service.
    public var status: KeyStatus { row?.status ?? .unknown }

    /// The supplier of the value; nil if it is the default.
    public var source: ValueSupplier? {
        switch status {
        case .override: .override
        case .ok, .undeclared: .source
        case .missing, .incorrect, .default, .unknown: nil
        }
    }

    /// The reason why the text of the source or of the override is not valid; nil if it is valid.
    public var problem: IncorrectValue? { row?.problem }

    /// The value of the operator's override, if one is active.
    public var override: Value? {
        guard status == .override else { return nil }
        return row?.overrideText.flatMap { try? key.reading.value(of: $0) }
    }

    /// Sets an operator's override. Pass nil to remove it.
    ///
    /// - Throws: the error of the store of overrides. In that case, nothing has changed.
    public func override(with value: Value?, author: String? = nil) throws {
        try service?.override(key, with: value, author: author)
    }

    /// The value that the key will have in the next session, if it differs from the value in this session.
    public var pendingValue: Value? { service?.pendingValue(of: key) }

    /// The current value, and then each new value. Without a service, only the default.
    public var values: AsyncStream<Value> {
        guard let service else {
            return AsyncStream { continuation in
                continuation.yield(key.defaultValue)
                continuation.finish()
            }
        }
        return service.values(of: key)
    }
}
