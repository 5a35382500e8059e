import Locks

extension RemoteConfig {
    /// The name of a parameter as a type of its own, so that an app writes each name once.
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

        /// Creates a key.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a key.
        public init(stringLiteral value: String) {
            rawValue = value
        }

        /// The name of the parameter.
        public var description: String { rawValue }
    }
}

extension RemoteConfig {
    /// Returns the value of a parameter: the service's, otherwise the app's default, otherwise a library's, otherwise
    /// an empty one.
    public func configValue(for key: Key) -> Value {
        configValue(for: key.rawValue)
    }

    /// The value of a parameter, as from `configValue(for:)`.
    public subscript(key: Key) -> Value { configValue(for: key.rawValue) }

    /// Decodes the value of a parameter; see `Value.decoded(as:)`.
    ///
    /// - Throws: `ValueDecodingError` with the key and the place in the value.
    public func decodedValue<Decoded: Decodable>(
        for key: Key, as type: Decoded.Type = Decoded.self
    ) throws(ValueDecodingError) -> Decoded {
        try decodedValue(for: key.rawValue, as: type)
    }

    /// Sets the app's defaults, for parameters that the service does not have. They replace the earlier ones.
    ///
    /// - Parameter values: the values; nil for none. The defaults of libraries still apply; see
    ///   `setLibraryDefaults(_:)`.
    public func setDefaults(_ values: [Key: DefaultValue]?) {
        setDefaults(Self.texts(of: values ?? [:]))
    }

    /// Sets defaults that apply if the app has none, for a library that reads parameters of its own. Those that were
    /// set before for other keys stay.
    public func setLibraryDefaults(_ values: [Key: DefaultValue]) {
        let texts = Self.texts(of: values)
        defaults.withLock { $0.library.merge(texts) { $1 } }
    }

    static func texts(of values: [Key: DefaultValue]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value.text()) })
    }
}
