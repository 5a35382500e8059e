import ExperimentsCore

/// The comparison of specification 0.8.0: both sides are first converted to a common type, as in JavaScript.
extension AttributeValue {
    /// Returns whether a value equals a literal.
    func looselyEquals(_ literal: AttributeValue, ignoresCase: Bool) -> Bool {
        switch literal {
        case .text(let text):
            let own = if case .text(let own) = self { own } else { textForm }
            guard ignoresCase else { return JavaScriptText.isSame(own, text) }
            return JavaScriptText.isSame(JavaScriptText.lowercased(own), JavaScriptText.lowercased(text))
        case .number(let number): return numberForm == number
        case .bool(let truth): return !isNull && isTruthy == truth
        case .null: return isNull
        case .list, .object: return isWrittenAlike(literal)
        }
    }

    /// Returns a number below, equal to or above 0 if the value comes before, equals or comes after the operand; nil if
    /// they cannot be compared.
    func looseOrder(_ operand: AttributeValue) -> Int? {
        let (first, second) = (primitive, operand.primitive)
        if case .text(let first) = first, case .text(let second) = second {
            return JavaScriptText.precedes(first, second) ? -1 : JavaScriptText.isSame(first, second) ? 0 : 1
        }
        let (left, right) = (first.numberForm, second.numberForm)
        guard !left.isNaN, !right.isNaN else { return nil }
        return left < right ? -1 : left == right ? 0 : 1
    }

    /// Lists and objects are first converted to text.
    private var primitive: AttributeValue {
        switch self {
        case .list, .object: .text(textForm)
        default: self
        }
    }
}

/// The comparison of specifications 0.9 to 0.11: types must be equal.
extension AttributeValue {
    /// Returns whether a value equals a literal.
    func strictlyEquals(_ literal: AttributeValue, ignoresCase: Bool) -> Bool {
        switch literal {
        case .text(let text):
            guard case .text(let own) = self else { return false }
            guard ignoresCase else { return JavaScriptText.isSame(own, text) }
            return JavaScriptText.isSame(JavaScriptText.lowercased(own), JavaScriptText.lowercased(text))
        case .object(let object) where object.members.isEmpty: return true
        default: return isWrittenAlike(literal)
        }
    }

    /// Returns a number below, equal to or above 0 if the value comes before, equals or comes after the operand; nil if
    /// they cannot be compared.
    func strictOrder(_ operand: AttributeValue) -> Int? {
        switch (self, operand) {
        case (.number(let first), .number(let second)): first < second ? -1 : first == second ? 0 : 1
        case (.text, .text): looseOrder(operand)
        default: nil
        }
    }

    /// Whether both can be versions: two numbers or two strings.
    func canBeVersions(_ operand: AttributeValue) -> Bool {
        switch (self, operand) {
        case (.number, .number), (.text, .text): true
        default: false
        }
    }
}

/// A regular expression of JavaScript, with an engine whose time is limited.
///
/// Strings are searched by UTF-16 code units, as in JavaScript without the flag `u`: characters above U+FFFF count as
/// two.
struct JavaScriptPattern: Sendable {
    /// The pattern as written.
    let text: String
    /// The reason why it matches nothing; nil if it can be used.
    let problem: String?
    private let expression: RegularExpression?

    init(_ text: String, ignoresCase: Bool) {
        self.text = text
        do throws(PatternProblem) {
            (expression, problem) = (try RegularExpression(text, .javaScript, ignoresCase: ignoresCase), nil)
        } catch {
            (expression, problem) = (nil, error.description)
        }
    }

    /// Whether it occurs anywhere in a string; nil if it cannot be read, or if the search takes too much work.
    func isFound(in text: String) -> Bool? {
        expression?.isFound(in: Array(CodeUnitText.of(text).utf8))
    }
}
