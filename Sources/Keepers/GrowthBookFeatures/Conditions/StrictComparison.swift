/// The comparison of specifications 0.9 to 0.11: types must be equal.
enum StrictComparison {
    /// Whether a value is what a literal says.
    static func equals(_ value: AttributeValue, _ literal: AttributeValue, ignoresCase: Bool) -> Bool {
        switch literal {
        case .text(let text):
            guard case .text(let own) = value else { return false }
            guard ignoresCase else { return JavaScriptText.isSame(own, text) }
            return JavaScriptText.isSame(JavaScriptText.lowercased(own), JavaScriptText.lowercased(text))
        case .object(let object) where object.members.isEmpty: return true
        default: return value.isWrittenAlike(literal)
        }
    }

    /// Below, at or above 0, as the value comes before, with or after the operand; nil if they cannot be compared.
    static func order(_ value: AttributeValue, _ operand: AttributeValue) -> Int? {
        switch (value, operand) {
        case (.number(let first), .number(let second)): first < second ? -1 : first == second ? 0 : 1
        case (.text, .text): LooseComparison.order(value, operand)
        default: nil
        }
    }

    /// Whether both can be versions: two numbers or two texts.
    static func areVersions(_ value: AttributeValue, _ operand: AttributeValue) -> Bool {
        switch (value, operand) {
        case (.number, .number), (.text, .text): true
        default: false
        }
    }
}
