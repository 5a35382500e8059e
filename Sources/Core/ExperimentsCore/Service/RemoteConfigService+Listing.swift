import Synchronization

extension RemoteConfigService {
    /// The keys of the latest `getValues(for:)`, each with its value as text, for a list in a debug panel: the title for
    /// a `TitledRemoteKey`, else the name; `enabled` or `disabled` for a value made from a boolean.
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
