/// Why a text is not a value of its key.
public struct IncorrectValue: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the key accepts, in words.
    public let expected: String
    /// The text that was found.
    public let found: String
    /// What is wrong with it, in a few words.
    public let reason: String
    /// The place in `found` where it goes wrong, as a count of UTF-8 bytes, where there is one.
    public let offset: Int?

    /// A text that is not a value.
    public init(expected: String, found: String, reason: String, offset: Int? = nil) {
        self.expected = expected
        self.found = found
        self.reason = reason
        self.offset = offset
    }

    /// `not a boolean: expected true or false, found "maybe"`; a long text is cut, controls are shown as escapes.
    public var description: String {
        "\(reason): expected \(expected), found \(Quotation.of(found))"
    }
}
