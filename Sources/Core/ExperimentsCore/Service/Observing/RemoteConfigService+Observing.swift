extension RemoteConfigService {
    /// Calls `handler` with the key's value now, and with each other value from then on, for as long as the result is
    /// kept.
    ///
    /// The first call is made on this thread before the method returns; the others on the thread that brings a change,
    /// one after the other. A change of one key reaches the subscribers of that key alone. A handler must return soon.
    public func observeRemoteValue<Value: RemoteValue>(
        for key: some RemoteKey, as _: Value.Type = Value.self, _ handler: @escaping @Sendable (Value) -> Void
    ) -> ObservationHandle {
        observeRemoteValue(for: key, handler, end: {})
    }

    /// The key's value now, and each other value from then on: the twin of `remoteValuePublisher(for:)` for
    /// `for await`.
    ///
    /// The sequence ends when its task is cancelled, or with the service. No value is dropped, however slow the reader.
    public func remoteValues<Value: RemoteValue>(
        for key: some RemoteKey, as _: Value.Type = Value.self
    ) -> AsyncStream<Value> {
        AsyncStream { continuation in
            let observation = observeRemoteValue(
                for: key, { (value: Value) in continuation.yield(value) }, end: { continuation.finish() })
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    /// Like ``observeRemoteValue(for:as:_:)``, and calls `end` when the registration or the service comes to its end.
    package func observeRemoteValue<Value: RemoteValue>(
        for key: some RemoteKey, _ handler: @escaping @Sendable (Value) -> Void, end: @escaping @Sendable () -> Void
    ) -> ObservationHandle {
        let observer = ValueObserver<Value>(
            read: { [weak self] in self?.remoteValue(for: key) }, tell: handler, end: end)
        let observation = valueObservers.add(name: key.name) { isForced in observer.look(isForced: isForced) }
        observer.look(isForced: false)
        return observation
    }

    /// Resolves a key again and tells its subscribers, even if its value is the same. For when `debugValue(for:)` or
    /// `customValue(for:)` of a subclass would answer otherwise than before; a change of the source or of the overrides
    /// needs no such call.
    ///
    /// Does nothing for a key that was never resolved, and calls no tracking method.
    public func updateRemoteValue<Value: RemoteValue>(for key: some RemoteKey, type: Value.Type = Value.self) {
        guard resolveAgain(key, as: type) else { return }
        valueObservers.look(name: key.name, isForced: true)
    }
}
