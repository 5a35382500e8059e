import ExperimentsCore

extension RemoteConfigService {
    /// The value of a key: the override if there is one, otherwise the value of the source, otherwise the default.
    /// Reading never waits and does no I/O.
    public subscript<Value>(key: Key<Value>) -> Value {
        get {
            cache.typedValue(of: key.name, isAtLaunch: key.isAtLaunch, isObserved: false) {
                resolvedValue(of: key)
            }
        }
        @available(
            *, unavailable,
            message: "a value comes from the source; override(_:with:) sets one for this device"
        )
        set { while true {} }
    }

    /// Resolves the value of a key that is not in the cache, and stores it there.
    func resolvedValue<Value>(of key: Key<Value>, observed: ObservedKey? = nil) -> Value {
        // Take the stamp before resolving the value, so that a change in the meantime makes the value outdated.
        let stamp = cache.stamp(isAtLaunch: key.isAtLaunch)
        let value = key.isAtLaunch ? sessionValues.value(of: key, in: self) : key.access.read(self, key)
        cache.keep(
            .holding(value), named: key.name, isAtLaunch: key.isAtLaunch, stamp: stamp, observed: observed)
        return value
    }

    /// Calls `handler` with the current value of a key, and then with each new value, until the returned handle is
    /// cancelled or released.
    ///
    /// The first call is made on this thread, before the method returns. The others are made on the thread that causes
    /// the change. The handler must return quickly.
    public func observeValue<Value>(
        of key: Key<Value>, _ handler: @escaping @Sendable (Value) -> Void
    ) -> ObservationHandle {
        observeValue(of: key, handler, end: {})
    }

    /// Returns the current value of a key, and then each new value, as a sequence for `for await`.
    ///
    /// The sequence ends when its task is cancelled, or when the service is released.
    public func values<Value>(of key: Key<Value>) -> AsyncStream<Value> {
        AsyncStream { continuation in
            let observation = observeValue(
                of: key, { continuation.yield($0) }, end: { continuation.finish() })
            continuation.onTermination = { _ in observation.cancel() }
        }
    }

    func observeValue<Value>(
        of key: Key<Value>, _ handler: @escaping @Sendable (Value) -> Void,
        end: @escaping @Sendable () -> Void
    ) -> ObservationHandle {
        key.isAtLaunch
            ? sessionValues.observe(key, in: self, handler, end: end)
            : key.access.observe(self, key, handler, end)
    }

    /// Resolves every key, calls the tracking methods, and returns a report: `service.getValues(for: [.columns, .isOn])`.
    @discardableResult
    @_disfavoredOverload
    public func getValues(for keys: [Keys]) -> Report {
        getValues(for: keys.compactMap { $0 as? any RemoteKey })
    }

    /// Returns the status of a key and the origin of its value, as a row of a report.
    public func row<Value>(of key: Key<Value>) -> ReportRow { row(for: CatalogKey(key)) }

    /// Sets an operator's override of a key. Pass nil to remove it.
    ///
    /// - Throws: the error of the store of overrides. In that case, nothing has changed.
    public func override<Value>(_ key: Key<Value>, with value: Value?, author: String? = nil) throws {
        try overrideStore.update { overrides in
            overrides[key.name] = value.flatMap { key.reading.text(of: $0) }.map {
                Override(value: $0, author: author)
            }
        }
    }
}
