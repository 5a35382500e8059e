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
}

extension RemoteConfig {
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
    /// The parameter's own default is used before the first fetch, and until a fetch brings a value.
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
}
