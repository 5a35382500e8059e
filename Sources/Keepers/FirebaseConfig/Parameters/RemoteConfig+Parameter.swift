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
