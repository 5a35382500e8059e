import Locks

extension RemoteConfig {
    /// The name of a parameter as a value of its own type, so that an app writes each name once.
    ///
    /// ```swift
    /// extension RemoteConfig.Key {
    ///     static let paywall: Self = "paywall_type"
    /// }
    ///
    /// config.configValue(for: .paywall)
    /// ```
    public struct Key: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name as the template has it.
        public let rawValue: String

        /// A key with a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A key with a name.
        public init(stringLiteral value: String) {
            rawValue = value
        }

        /// The name.
        public var description: String { rawValue }
    }
}

extension RemoteConfig {
    /// The value of a parameter: the service's, else the app's default, else a library's, else a static empty one.
    public func configValue(for key: Key) -> Value {
        configValue(for: key.rawValue)
    }

    /// As `configValue(for:)`.
    public subscript(key: Key) -> Value { configValue(for: key.rawValue) }

    /// What the value of a parameter decodes to; see `Value.decoded(as:)`.
    ///
    /// - Throws: `ValueDecodingError` with the key and the place in the value.
    public func decodedValue<Decoded: Decodable>(
        for key: Key, as type: Decoded.Type = Decoded.self
    ) throws(ValueDecodingError) -> Decoded {
        try decodedValue(for: key.rawValue, as: type)
    }

    /// Sets the app's own values for parameters that the service does not have, in place of those set before.
    ///
    /// - Parameter values: the values; nil for none. Those of libraries stay below them; see `setLibraryDefaults(_:)`.
    public func setDefaults(_ values: [Key: DefaultValue]?) {
        setDefaults(Self.texts(of: values ?? [:]))
    }

    /// Sets values below the app's own: what a library that reads parameters of its own falls back on where the app
    /// says nothing. Those of other keys, set before, stay.
    public func setLibraryDefaults(_ values: [Key: DefaultValue]) {
        let texts = Self.texts(of: values)
        defaults.withLock { $0.library.merge(texts) { $1 } }
    }

    static func texts(of values: [Key: DefaultValue]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value.text()) })
    }
}
