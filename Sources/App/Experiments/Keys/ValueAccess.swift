import ExperimentsCore

/// How a service resolves values of a type: directly, or wrapped in a `HeldValue`.
struct ValueAccess<Value: Sendable>: Sendable {
    let valueType: any RemoteValue.Type
    let remoteValue: @Sendable (_ value: Value, _ text: String, _ experiment: String?) -> any RemoteValue
    let read: @Sendable (RemoteConfigService, Key<Value>) -> Value
    let observe:
        @Sendable (
            RemoteConfigService, Key<Value>, _ handler: @escaping @Sendable (Value) -> Void,
            _ end: @escaping @Sendable () -> Void
        ) -> ObservationHandle

    /// The access for any type, through a wrapper.
    static var plain: ValueAccess {
        ValueAccess(
            valueType: HeldValue<Value>.self,
            remoteValue: { HeldValue(value: $0, remoteText: $1, experiment: $2) },
            read: { service, key in
                let held: HeldValue<Value> = service.remoteValue(for: key)
                return held.value ?? key.defaultValue
            },
            observe: { service, key, handler, end in
                service.observeRemoteValue(
                    for: key, { (held: HeldValue<Value>) in handler(held.value ?? key.defaultValue) }, end: end)
            })
    }
}

extension ValueAccess where Value: RemoteValue {
    /// The access for a type that is a remote value itself. The methods of a service's subclass then get values of this
    /// type.
    static var direct: ValueAccess {
        ValueAccess(
            valueType: Value.self, remoteValue: { value, _, _ in value },
            read: { service, key in service.remoteValue(for: key) },
            observe: { service, key, handler, end in service.observeRemoteValue(for: key, handler, end: end) })
    }
}
