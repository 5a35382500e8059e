import ExperimentsCore

/// The state of a key besides its value. A ``Remote`` property has it as its projected value: `$columns`.
public struct RemoteState<Value: Sendable>: Sendable {
    /// The key whose state this is.
    public let key: Key<Value>
    /// The service from which the key is read; nil if there is none yet.
    public let service: RemoteConfigService?

    private var row: ReportRow? { service?.row(of: key) }

    /// The status of the key; `unknown` without a service.
    public var status: KeyStatus { row?.status ?? .unknown }

    /// What supplied the value; nil if it is the default.
    public var source: ValueSupplier? {
        switch status {
        case .override: .override
        case .ok, .undeclared: .source
        case .missing, .incorrect, .default, .unknown: nil
        }
    }

    /// The reason why the text of the source or of the override is not valid, if it is not.
    public var problem: IncorrectValue? { row?.problem }

    /// The value of the operator's override, if one is active.
    public var override: Value? {
        guard status == .override else { return nil }
        return row?.overrideText.flatMap { try? key.reading.value(of: $0) }
    }

    /// Sets an operator's override. Pass nil to remove it.
    ///
    /// - Throws: what the store of the overrides throws. Nothing has changed then.
    public func override(with value: Value?, author: String? = nil) throws {
        try service?.override(key, with: value, author: author)
    }

    /// The value that the key will have in the next session, if it differs from the value in this session.
    public var pendingValue: Value? { service?.pendingValue(of: key) }

    /// The current value, and then each new one; only the default if there is no service.
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
