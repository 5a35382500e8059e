/// How payloads are read where GrowthBook's own SDKs do not agree.
public struct EvaluationOptions: Sendable, Hashable {
    /// Which of the two generations of rules a payload is read by; it does not say so itself.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// Spec 0.8.0 and the SDK for JavaScript 1.7.0: values are coerced as JavaScript does.
        case loose
        /// Spec 0.9 to 0.11 and the SDK for Python 4: types must be equal, and what is malformed fails.
        case strict
    }

    /// What of a user's identifier is hashed.
    public enum TextHashing: String, Sendable, Hashable, CaseIterable {
        /// UTF-16 code units, as the SDK for JavaScript does, and so GrowthBook's own statistics.
        case utf16
        /// The bytes of UTF-8, as the SDK for Swift does: for apps that came from it. The two differ beyond ASCII.
        case utf8
    }

    /// The rules that values are compared by.
    public var dialect: Dialect
    /// What of an identifier is hashed.
    public var hashing: TextHashing

    /// Options; without any, those of the SDK for JavaScript.
    public init(dialect: Dialect = .loose, hashing: TextHashing = .utf16) {
        (self.dialect, self.hashing) = (dialect, hashing)
    }
}
