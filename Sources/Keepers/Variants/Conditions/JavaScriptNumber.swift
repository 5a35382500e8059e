import ExperimentsCore

/// The number that JavaScript takes a value for in a comparison: what the original's `RANDOM` compares with.
///
/// Documents that were written for it rely on `"0.5"`, `[0.5]` and `true` being numbers, and on `"foo"` being none.
struct JavaScriptNumber {
    /// The number; nil where there is none, so that every comparison is false.
    let value: Double?

    init(_ json: JSONValue) {
        value =
            switch json {
            // What the original calls falsy ends its evaluation at once: null, as 0.
            case .null: nil
            case .bool(let truth): truth ? 1 : 0
            case .number(let lexeme): Double(lexeme)
            case .string(let text): Self.number(text)
            case .array(let elements): Self.number(elements)
            case .object: nil
            }
    }

    private static func number(_ elements: [JSONValue]) -> Double? {
        switch elements.first {
        case nil: 0
        case .number(let lexeme) where elements.count == 1: Double(lexeme)
        case .string(let text) where elements.count == 1: number(text)
        // A longer array becomes text with commas, which is no number; so do `[true]` and `[{}]`.
        default: nil
        }
    }

    private static func number(_ text: String) -> Double? {
        let trimmed = text.drop { $0.isWhitespace }
        let kept = String(String(trimmed.reversed().drop { $0.isWhitespace }.reversed()))
        return kept.isEmpty ? 0 : NumberText.double(kept)
    }
}
