/// The type as which a text is read.
public enum ValueKind: String, Sendable, Hashable, CaseIterable {
    /// `true` or `false`, in the spellings that `BooleanText` lists; with a baseline, in these words alone.
    case bool
    /// Any text, or one of the declared cases.
    case string
    /// A whole number.
    case int
    /// A decimal number.
    case double
    /// A JSON document.
    case json
}

extension ValueKind {
    /// The kind that a text suggests where nobody says: `true` and `false` are bool, whole numbers int, other decimal
    /// numbers double, JSON objects and arrays json, and everything else string. Digits that a number would lose
    /// (`007`) stay string.
    public init(suggestedBy text: String) {
        self = Self.suggestion(of: text)
    }

    private static func suggestion(of text: String) -> ValueKind {
        if text == "true" || text == "false" { return .bool }
        switch text.utf8.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return PlainJSONScanner.isSurelyJSON(text) || (try? JSONValue(parsing: text)) != nil ? .json : .string
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            guard case .number(text)? = try? JSONValue(parsing: text) else { return .string }
            if NumberText.integer(text) != nil { return .int }
            // Whole numbers that fit no integer are identifiers more often than quantities.
            let isDecimal = text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
            return isDecimal && NumberText.double(text) != nil ? .double : .string
        default: return .string
        }
    }
}

extension ValueSchema {
    /// What a text suggests that its key accepts, where nobody says: any value of the text's kind; any text at all
    /// where there is none.
    public init(suggestedBy text: String?) {
        self.init(kind: text.map(ValueKind.init(suggestedBy:)) ?? .string)
    }
}
