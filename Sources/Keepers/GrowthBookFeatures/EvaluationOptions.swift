/// Options for reading payloads, for cases in which GrowthBook's own SDKs do not agree.
public struct EvaluationOptions: Sendable, Hashable {
    /// The generation of rules by which a payload is read. The payload itself does not contain it.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// Specification 0.8.0 and the SDK for JavaScript 1.7.0: values are converted as in JavaScript.
        case loose
        /// Spec 0.9 to 0.11 and the SDK for Python 4: types must be equal, and malformed conditions fail.
        case strict
    }

    /// The encoding in which a user's identifier is hashed.
    public enum TextHashing: String, Sendable, Hashable, CaseIterable {
        /// UTF-16 code units, as in the SDK for JavaScript and in GrowthBook's own statistics.
        case utf16
        /// The bytes of UTF-8, as in the SDK for Swift, for apps that used it before. The two differ only beyond ASCII.
        case utf8
    }

    /// The rules by which values are compared.
    public var dialect: Dialect
    /// The encoding in which identifiers are hashed.
    public var hashing: TextHashing

    /// Creates options. The defaults are those of the SDK for JavaScript.
    public init(dialect: Dialect = .loose, hashing: TextHashing = .utf16) {
        self.dialect = dialect
        self.hashing = hashing
    }
}
