/// The reason why a text is not valid for its key.
public struct IncorrectValue: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The texts that are valid for the key, in words.
    public let expected: String
    /// The text that was found.
    public let found: String
    /// What is wrong with it, in a few words.
    public let reason: String
    /// The place of the mistake in `found`, in bytes of UTF-8, if it has one.
    public let offset: Int?

    /// Creates the reason. `offset` is in bytes of UTF-8.
    public init(expected: String, found: String, reason: String, offset: Int? = nil) {
        self.expected = expected
        self.found = found
        self.reason = reason
        self.offset = offset
    }

    /// `not a boolean: expected true or false, found "maybe"`. A long text is cut, and control characters are written
    /// as escapes.
    public var description: String {
        "\(reason): expected \(expected), found \(Quotation.of(found))"
    }
}
