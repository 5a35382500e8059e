/// The type as which a string is read.
public enum ValueKind: String, Sendable, Hashable, CaseIterable {
    /// `true` or `false`, in any spelling of `BooleanText`. With a baseline, only these two words.
    case bool
    /// Any text, or one of the declared cases.
    case string
    /// A whole number.
    case int
    /// A decimal number.
    case double
    /// A JSON document.
    case json
    /// A length of time with its units, such as `250ms`, `30s` or `1h30m`.
    case duration
    /// An address with a scheme, such as `https://example.com/help`.
    case url
    /// A time as RFC 3339 writes it, such as `2026-03-01T09:30:00Z`.
    case date

    /// Creates the kind that a string suggests if none is declared: `true` and `false` are bool, whole numbers int,
    /// other decimal numbers double, JSON objects and arrays json, and everything else is string. A string such as
    /// `007`, which would lose digits as a number, is string.
    public init(suggestedBy text: String) {
        self = Self.suggestion(of: text)
    }

    private static func suggestion(of text: String) -> ValueKind {
        if text == "true" || text == "false" { return .bool }
        switch text.utf8.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return (try? JSONValue(parsing: text)) != nil ? .json : .string
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            guard case .number(text)? = try? JSONValue(parsing: text) else { return .string }
            if NumberText.integer(text) != nil { return .int }
            // A whole number that is too large for an integer is more often an identifier than a quantity.
            let isDecimal = text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
            return isDecimal && NumberText.double(text) != nil ? .double : .string
        default: return .string
        }
    }
}

extension ValueSchema {
    /// Creates the schema that a string suggests if none is declared: any value of the text's kind, or any string if
    /// there is none.
    public init(suggestedBy text: String?) {
        self.init(kind: text.map(ValueKind.init(suggestedBy:)) ?? .string)
    }
}

/// The reason why a string is not valid for its key.
public struct IncorrectValue: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The strings that are valid for the key, in words.
    public let expected: String
    /// The text that was found.
    public let found: String
    /// The problem, in a few words.
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
    public var description: String { "\(reason): expected \(expected), found \(Quotation.of(found))" }
}
