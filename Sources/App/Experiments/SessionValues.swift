import ExperimentsCore
import ExperimentsLocks

/// The values that keys keep for a session of the app.
final class SessionValues: Sendable {
    /// The values by key, and an observation that detects a different value for the next session.
    private let kept = Mutex<[String: (value: any Sendable, following: ObservationHandle)]>([:])
    private let sessions = Observers<Void>()
    private let newUsers = Mutex<ObservationHandle?>(nil)

    /// - Parameter service: the service whose next user begins another session.
    init(of service: RemoteConfigService) {
        let handle = service.newUsers.add { [weak self, weak service] in
            if let self, let service { begin(in: service) }
        }
        newUsers.withLock { $0 = handle }
    }

    /// Returns the value of a key in this session: the value from its first read.
    func value<Value>(of key: Key<Value>, in service: RemoteConfigService) -> Value {
        if let value = kept.withLock({ $0[key.name]?.value }) as? Value { return value }
        let value = key.access.read(service, key)
        let (winner, loser) = keep(value, of: key, service)
        // Release it outside the lock, because that may end an observation.
        withExtendedLifetime(loser) {}
        return winner
    }

    private func keep<Value>(
        _ value: Value, of key: Key<Value>, _ service: RemoteConfigService
    ) -> (winner: Value, loser: ObservationHandle?) {
        let following = follow(key, since: value, service)
        return kept.withLock { kept in
            if let earlier = kept[key.name]?.value as? Value { return (earlier, following) }
            let replaced = kept.updateValue((value, following), forKey: key.name)
            service.pendingValues.keep(key.name) { [weak self, weak service] in
                service.flatMap { self?.change(of: key, in: $0) }
            }
            return (value, replaced?.following)
        }
    }

    private func follow<Value>(
        _ key: Key<Value>, since value: Value, _ service: RemoteConfigService
    ) -> ObservationHandle {
        let text = key.reading.text(of: value)
        return key.access.observe(
            service, key,
            { [weak service] next in
                if key.reading.text(of: next) != text { service?.tell(.pending(key)) }
            }, {})
    }

    /// Returns the value that a key will have in the next session, if it differs from the value in this session.
    func pendingValue<Value>(of key: Key<Value>, in service: RemoteConfigService) -> Value? {
        guard let value = kept.withLock({ $0[key.name]?.value }) as? Value else { return nil }
        let next = key.access.read(service, key)
        return key.reading.text(of: next) == key.reading.text(of: value) ? nil : next
    }

    /// Returns the change at the next session as strings; nil if there is none.
    private func change<Value>(of key: Key<Value>, in service: RemoteConfigService) -> PendingValues.Change? {
        pendingValue(of: key, in: service).map { next in
            PendingValues.Change(
                kept: key.reading.text(of: value(of: key, in: service)) ?? "",
                next: key.reading.text(of: next) ?? "")
        }
    }

    func observe<Value>(
        _ key: Key<Value>, in service: RemoteConfigService, _ handler: @escaping @Sendable (Value) -> Void,
        end: @escaping @Sendable () -> Void
    ) -> ObservationHandle {
        let last = Mutex<String??>(nil)
        let ending = ObservationHandle(end)
        let look: @Sendable () -> Void = { [weak self, weak service, ending] in
            guard let self, let service else { return }
            withExtendedLifetime(ending) {
                let value = value(of: key, in: service)
                let text = key.reading.text(of: value)
                let isNews = last.withLock { last in
                    defer { last = .some(text) }
                    return last != .some(text)
                }
                if isNews { handler(value) }
            }
        }
        let observation = sessions.add { look() }
        look()
        return observation
    }

    /// Forgets all values, and notifies the observers of keys.
    func begin(in service: RemoteConfigService) {
        let old = kept.withLock { kept in
            defer { kept = [:] }
            service.pendingValues.forget()
            return kept
        }
        withExtendedLifetime(old) {}
        // Forget the values first, so that none of them is used in the next session.
        service.cache.beginSession()
        sessions.notify(())
        service.pendingValues.beginSession()
    }
}

extension RemoteConfigService {
    var sessionValues: SessionValues { attachment { SessionValues(of: self) } }

    /// Begins another session, for example when the app comes to the foreground after a long time. Keys that keep their
    /// values for a session (``Key/atLaunch``) then get their current values.
    public func beginSession() {
        sessionValues.begin(in: self)
    }

    /// Returns the value that a key will have in the next session, if it differs from the value in this session.
    public func pendingValue<Value>(of key: Key<Value>) -> Value? {
        key.isAtLaunch ? sessionValues.pendingValue(of: key, in: self) : nil
    }
}
