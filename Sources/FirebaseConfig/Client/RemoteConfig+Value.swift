extension RemoteConfig {
    /// Who supplied a value.
    public enum Source: String, Sendable, Hashable {
        /// The service.
        case remote
        /// The app, with `setDefaults`.
        case `default`
        /// Nobody; the value is empty.
        case `static`
    }

    /// The value of a parameter and who supplied it. An empty text from the service is a value of its own.
    public struct Value: Sendable, Hashable {
        /// The text.
        public let stringValue: String
        /// Who supplied it.
        public let source: Source

        /// A value.
        public init(stringValue: String, source: Source) {
            self.stringValue = stringValue
            self.source = source
        }
    }
}
