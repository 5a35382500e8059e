import ExperimentsCore

/// The number to which JavaScript converts a value in a comparison, with which the original's `RANDOM` compares.
///
/// Documents for the original rely on `"0.5"`, `[0.5]` and `true` being numbers, and on `"foo"` not being one.
struct ComparedNumber {
    /// The number; nil if there is none, so that every comparison is false.
    let value: Double?

    init(_ json: JSONValue) {
        value =
            switch json {
            // For the original, a falsy value ends the evaluation at once: null is like 0.
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
        // A longer array becomes a text with commas, which is not a number. The same applies to `[true]` and `[{}]`.
        default: nil
        }
    }

    private static func number(_ text: String) -> Double? {
        let value = JavaScriptNumber.value(of: text)
        return value.isNaN ? nil : value
    }
}
