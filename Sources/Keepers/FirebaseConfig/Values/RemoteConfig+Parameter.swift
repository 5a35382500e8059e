extension RemoteConfig {
    /// A parameter that holds a JSON document, and the value that the app uses where the service has none.
    ///
    /// ```swift
    /// extension RemoteConfig.Parameter where Value == ScreenConfig {
    ///     static let login = Self("login_screen", default: ScreenConfig(…))
    /// }
    /// ```
    public struct Parameter<Value: Decodable & Sendable>: Sendable {
        /// Its name.
        public let key: Key
        /// What the app uses where the service has no value, or one that makes no sense.
        public let defaultValue: Value

        /// A parameter called `key`.
        public init(_ key: Key, default defaultValue: Value) {
            self.key = key
            self.defaultValue = defaultValue
        }
    }
}

extension RemoteConfig {
    /// The value of a parameter that the app is to use, and where it comes from.
    public enum Reading<Value: Sendable>: Sendable {
        /// The service's value.
        case remote(Value)
        /// The app's own.
        case `default`(Value)
        /// The service, or a default that was set as text, has one that makes no sense; the app's own is used.
        case incorrect(ValueDecodingError, default: Value)

        /// The value to use.
        public var value: Value {
            switch self {
            case .remote(let value), .default(let value), .incorrect(_, default: let value): value
            }
        }

        /// What is wrong with the text that there is, if something is.
        public var problem: ValueDecodingError? {
            if case .incorrect(let problem, default: _) = self { problem } else { nil }
        }
    }

    /// The value of a parameter to use now, and where it comes from.
    ///
    /// The parameter's own default is there from the beginning, while a fetch is under way and after one that failed.
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

    /// The value of a parameter to use now.
    public func value<Value>(of parameter: Parameter<Value>) -> Value {
        reading(of: parameter).value
    }
}
