import ExperimentsLocks

extension RemoteConfig {
    /// A parameter with a JSON document as its value, and the value that the app uses if the service has none.
    ///
    /// ```swift
    /// extension RemoteConfig.Parameter where Value == ScreenConfig {
    ///     static let login = Self("login_screen", default: ScreenConfig(…))
    /// }
    /// ```
    public struct Parameter<Value: Decodable & Sendable>: Sendable {
        /// The name of the parameter.
        public let key: Key
        /// The value that the app uses if the service has none, or one that cannot be decoded.
        public let defaultValue: Value

        /// Creates a parameter.
        public init(_ key: Key, default defaultValue: Value) {
            self.key = key
            self.defaultValue = defaultValue
        }
    }

    /// The value of a parameter that the app should use, and its source.
    public enum Reading<Value: Sendable>: Sendable {
        /// The service's value.
        case remote(Value)
        /// The default that the parameter declares, because the service has no value.
        case `default`(Value)
        /// The text of the service, or of a default, cannot be decoded, so the app's own value is used.
        case incorrect(ValueDecodingError, default: Value)

        /// The value to use.
        public var value: Value {
            switch self {
            case .remote(let value), .default(let value), .incorrect(_, default: let value): value
            }
        }

        /// The problem with the text, if there is one.
        public var problem: ValueDecodingError? {
            if case .incorrect(let problem, default: _) = self { problem } else { nil }
        }
    }

    /// Returns the value of a parameter, and its source.
    ///
    /// The parameter's own default is used before the first fetch, and until a fetch returns a value.
    public func reading<Value>(of parameter: Parameter<Value>) -> Reading<Value> {
        let found = configValue(for: parameter.key)
        guard found.source != .static else { return .default(parameter.defaultValue) }
        do {
            let value: Value = try decodedValue(for: parameter.key.rawValue)
            return found.source == .remote ? .remote(value) : .default(value)
        } catch {
            return .incorrect(error, default: parameter.defaultValue)
        }
    }

    /// Returns the value of a parameter.
    public func value<Value>(of parameter: Parameter<Value>) -> Value {
        reading(of: parameter).value
    }

    /// The name of a parameter as a separate type, so that an app writes each name once.
    ///
    /// ```swift
    /// extension RemoteConfig.Key {
    ///     static let paywall: Self = "paywall_type"
    /// }
    ///
    /// config.configValue(for: .paywall)
    /// ```
    public struct Key: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
        CustomStringConvertible
    {
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

    /// Sets the app's defaults, for parameters that the service does not provide. They replace the earlier ones.
    ///
    /// - Parameter values: the values; nil for none. The defaults of libraries still apply; see
    ///   `setLibraryDefaults(_:)`.
    public func setDefaults(_ values: [Key: DefaultValue]?) {
        setDefaults(Self.texts(of: values ?? [:]))
    }

    /// Sets defaults that apply if the app has none, for a library with its own parameters. Defaults that were set
    /// earlier for other keys are kept.
    public func setLibraryDefaults(_ values: [Key: DefaultValue]) {
        let texts = Self.texts(of: values)
        defaults.withLock { $0.library.merge(texts) { $1 } }
    }

    static func texts(of values: [Key: DefaultValue]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value.text()) })
    }
}
