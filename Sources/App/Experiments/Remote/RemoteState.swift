import ExperimentsCore

/// What there is to say of a key besides its value: the `$` of a ``Remote`` property.
public struct RemoteState<Value: Sendable>: Sendable {
    /// The key.
    public let key: Key<Value>
    /// The service that the key is read from; nil where none was given yet.
    public let service: RemoteConfigService?

    private var row: ReportRow? { service?.row(of: key) }

    /// The status of the key; `unknown` without a service.
    public var status: KeyStatus { row?.status ?? .unknown }

    /// What supplied the value; nil where it is the default.
    public var source: ValueSupplier? {
        switch status {
        case .override: .override
        case .ok, .undeclared: .source
        case .missing, .incorrect, .default, .unknown: nil
        }
    }

    /// What is wrong with the text of the source or of the override, if anything is.
    public var problem: IncorrectValue? { row?.problem }

    /// The operator's override, if there is one in force.
    public var override: Value? {
        guard status == .override else { return nil }
        return row?.overrideText.flatMap { try? key.reading.value(of: $0) }
    }

    /// Sets an operator's override, or takes it away with nil.
    ///
    /// - Throws: what the store of the overrides throws. Nothing has changed then.
    public func override(with value: Value?, author: String? = nil) throws {
        try service?.override(key, with: value, author: author)
    }

    /// The value that the next session begins with, where it is another one than in this session.
    public var pendingValue: Value? { service?.pendingValue(of: key) }

    /// The current value and each new one; the default alone without a service.
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
