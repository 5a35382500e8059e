import ExperimentsCore

extension JSONValue {
    /// The number to which JavaScript converts a value in a comparison, with which the original's `RANDOM` compares; nil
    /// if there is none, so that every comparison is false.
    ///
    /// Documents for the original rely on `"0.5"`, `[0.5]` and `true` being numbers, and on `"foo"` not being one.
    var comparedNumber: Double? {
        switch self {
        // For the original, a falsy value ends the evaluation at once: null is like 0.
        case .null, .object: return nil
        case .bool(let truth): return truth ? 1 : 0
        case .number(let lexeme): return Double(lexeme)
        case .string(let text):
            let value = JavaScriptNumber.value(of: text)
            return value.isNaN ? nil : value
        case .array(let elements):
            guard let first = elements.first else { return 0 }
            // A longer array becomes a text with commas, which is not a number. The same applies to `[true]` and `[{}]`.
            switch first {
            case .number, .string: return elements.count == 1 ? first.comparedNumber : nil
            default: return nil
            }
        }
    }
}
