import Locks

extension RemoteConfigService {
    /// The keys of the last call of `getValues(for:)` with their values as text, for a list in a debug panel.
    ///
    /// A key is given by its title if it is a `TitledRemoteKey`, otherwise by its name. A boolean is `enabled` or
    /// `disabled`.
    public var currentRemoteData: [(key: String, value: String)] {
        listedKeys.withLock { $0 }.map { key in
            ((key as? any TitledRemoteKey)?.title ?? key.name, shownText(of: key))
        }
    }

    private func shownText(of key: some RemoteKey) -> String {
        func text<Value: RemoteValue>(_: Value.Type) -> String {
            let value: Value = remoteValue(for: key)
            if let value = value as? any BoolInitializableRemoteValue {
                return value.isEnabled ? "enabled" : "disabled"
            }
            return value.remoteText
        }
        return text(key.valueType)
    }
}

extension RemoteConfigService: CustomStringConvertible {
    /// The type of the service, its source, and the source's values.
    public var description: String { "\(Self.self) of \(type(of: keeper)): \(keeper.snapshot)" }
}
