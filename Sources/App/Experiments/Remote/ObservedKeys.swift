import ExperimentsCore
import ExperimentsLocks

/// The keys of a service that are observed by views.
final class ObservedKeys: Sendable {
    private struct Identity: Hashable {
        let name: String
        let isAtLaunch: Bool
    }

    private let followed = Mutex<[Identity: (key: ObservedKey, following: ObservationHandle)]>([:])

    func key<Value>(_ key: Key<Value>, in service: RemoteConfigService) -> ObservedKey {
        let identity = Identity(name: key.name, isAtLaunch: key.isAtLaunch)
        if let found = followed.withLock({ $0[identity]?.key }) { return found }
        let new = Self.follow(key, in: service)
        return followed.withLock { followed in
            if let found = followed[identity]?.key { return found }
            followed[identity] = new
            return new.key
        }
    }

    private static func follow<Value>(
        _ key: Key<Value>, in service: RemoteConfigService
    ) -> (key: ObservedKey, following: ObservationHandle) {
        let observed = ObservedKey()
        let isFirst = Atomic(true)
        let following = service.observeValue(of: key) { _ in
            // The first call passes the value that is already known.
            if !isFirst.exchange(false, ordering: .relaxed) { observed.change() }
        }
        return (observed, following)
    }
}

extension RemoteConfigService {
    /// The value of a key. Code that tracks observation is notified when it changes.
    func observedValue<Value>(of key: Key<Value>) -> Value {
        cache.typedValue(of: key.name, isAtLaunch: key.isAtLaunch, isObserved: true) {
            let observed = attachment { ObservedKeys() }.key(key, in: self)
            observed.access()
            return resolvedValue(of: key, observed: observed)
        }
    }
}
