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
