/// The comparison of specification 0.8.0: both sides are first converted to a common type, as JavaScript does.
enum LooseComparison {
    /// Whether a value is what a literal says.
    static func equals(_ value: AttributeValue, _ literal: AttributeValue, ignoresCase: Bool) -> Bool {
        switch literal {
        case .text(let text):
            let own = if case .text(let own) = value { own } else { value.textForm }
            guard ignoresCase else { return JavaScriptText.isSame(own, text) }
            return JavaScriptText.isSame(JavaScriptText.lowercased(own), JavaScriptText.lowercased(text))
        case .number(let number): return value.numberForm == number
        case .bool(let truth): return !value.isNull && value.isTruthy == truth
        case .null: return value.isNull
        case .list, .object: return value.isWrittenAlike(literal)
        }
    }

    /// Below, at or above 0, as the value comes before, with or after the operand; nil if they cannot be compared.
    static func order(_ value: AttributeValue, _ operand: AttributeValue) -> Int? {
        let (first, second) = (primitive(value), primitive(operand))
        if case .text(let first) = first, case .text(let second) = second {
            return JavaScriptText.precedes(first, second) ? -1 : JavaScriptText.isSame(first, second) ? 0 : 1
        }
        let (left, right) = (first.numberForm, second.numberForm)
        guard !left.isNaN, !right.isNaN else { return nil }
        return left < right ? -1 : left == right ? 0 : 1
    }

    /// Lists and objects are made text first.
    private static func primitive(_ value: AttributeValue) -> AttributeValue {
        switch value {
        case .list, .object: .text(value.textForm)
        default: value
        }
    }
}
