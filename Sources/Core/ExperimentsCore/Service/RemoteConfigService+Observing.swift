import ExperimentsLocks
import Foundation

extension RemoteConfigService {
    /// Calls `handler` with the current value of a key, and then with each new value, until the returned handle is
    /// cancelled or released.
    ///
    /// The first call is made on this thread, before the method returns. The others are made on the thread that causes
    /// the change, one after the other. A change of one key calls only the handlers of that key. Handlers must return
    /// quickly.
    public func observeRemoteValue<Value: RemoteValue>(
        for key: some RemoteKey, as _: Value.Type = Value.self, _ handler: @escaping @Sendable (Value) -> Void
    ) -> ObservationHandle {
        observeRemoteValue(for: key, handler, end: {})
    }

    /// Returns the current value of a key, and then each new value, as a sequence for `for await`.
    ///
    /// The sequence ends when its task is cancelled, or when the service is released. No value is dropped, however slow
    /// the reader is.
    public func remoteValues<Value: RemoteValue>(
        for key: some RemoteKey, as _: Value.Type = Value.self
    ) -> AsyncStream<Value> {
        AsyncStream { continuation in
            let observation = observeRemoteValue(
                for: key, { (value: Value) in continuation.yield(value) }, end: { continuation.finish() })
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    /// Like ``observeRemoteValue(for:as:_:)``, and also calls `end` when the registration ends or the service is
    /// released.
    package func observeRemoteValue<Value: RemoteValue>(
        for key: some RemoteKey, _ handler: @escaping @Sendable (Value) -> Void,
        end: @escaping @Sendable () -> Void
    ) -> ObservationHandle {
        let observer = ValueObserver<Value>(
            read: { [weak self] in self?.remoteValue(for: key) }, tell: handler, end: end)
        let observation = valueObservers.add(name: key.name) { isForced in observer.look(isForced: isForced) }
        observer.look(isForced: false)
        return observation
    }

    /// Resolves a key again and notifies its subscribers, even if its value is the same.
    ///
    /// Call it when `debugValue(for:)` or `customValue(for:)` of a subclass would return another value than before.
    /// After a change to the source or the overrides, no such call is needed. It does nothing for a key that was
    /// never resolved, and calls no tracking method.
    public func updateRemoteValue<Value: RemoteValue>(for key: some RemoteKey, type: Value.Type = Value.self)
    {
        guard resolveAgain(key, as: type) else { return }
        valueObservers.look(name: key.name, isForced: true)
    }
}

/// An event that a service sends to its observers.
public enum ServiceEvent: Sendable {
    /// A fetch has begun.
    case fetchStarted(FetchTrigger, at: Date)
    /// A fetch has ended, with success or failure.
    case fetchFinished(FetchRecord)
    /// The values of the source have changed, because of a fetch or a push.
    case snapshotChanged(Snapshot)
    /// The overrides have changed, or their store became unreadable or readable again.
    case overridesChanged(OverrideStoreState)
    /// The source starts or stops announcing its changes.
    case liveStatusChanged(LiveStatus)
}

/// Objects that other modules attach to a service or a client for as long as it lives, one of each type.
package final class Attachments: Sendable {
    private let objects = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    package init() {}

    /// Returns the object of this type. If there is none yet, `make` creates it.
    package func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        objects.withLock { objects in
            if let found = objects[ObjectIdentifier(Object.self)] as? Object { return found }
            let new = make()
            objects[ObjectIdentifier(Object.self)] = new
            return new
        }
    }
}

extension RemoteConfigService {
    /// Returns the object of this type that belongs to the service. If there is none yet, `make` creates it. `make`
    /// must not use the service.
    package func attachment<Object: AnyObject & Sendable>(
        of _: Object.Type = Object.self, _ make: () -> Object
    ) -> Object {
        attachments.object(make)
    }
}
