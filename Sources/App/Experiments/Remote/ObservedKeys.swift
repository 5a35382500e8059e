import ExperimentsCore
import Locks
import Observation

/// A key of a service as something that views observe.
// Unchecked, because a weak reference is a variable; nothing sets it after the start.
final class ObservedKey: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private let following = Mutex<ObservationHandle?>(nil)
    private weak var service: RemoteConfigService?

    /// What views are said to read.
    private var value: Void { () }

    private init(_ service: RemoteConfigService) {
        self.service = service
    }

    /// Follows a key.
    static func following<Value>(_ key: Key<Value>, in service: RemoteConfigService) -> ObservedKey {
        let observed = ObservedKey(service)
        let isFirst = Atomic(true)
        let handle = service.observeValue(of: key) { [weak observed] _ in
            // The value there is was there before.
            guard !isFirst.exchange(false, ordering: .relaxed), let observed else { return }
            observed.registrar.withMutation(of: observed, keyPath: \.value) {}
        }
        observed.following.withLock { $0 = handle }
        return observed
    }

    func isOf(_ service: RemoteConfigService) -> Bool { self.service === service }

    /// Notes that whoever is being tracked reads the key.
    func access() {
        registrar.access(self, keyPath: \.value)
    }
}

/// The observed keys of a service, by name.
final class ObservedKeys: Sendable {
    private let keys = Mutex<[String: ObservedKey]>([:])

    func key<Value>(_ key: Key<Value>, in service: RemoteConfigService) -> ObservedKey {
        if let found = keys.withLock({ $0[key.name] }) { return found }
        let new = ObservedKey.following(key, in: service)
        return keys.withLock { keys in
            if let found = keys[key.name] { return found }
            keys[key.name] = new
            return new
        }
    }
}
