import ExperimentsCore

/// A mistake in a string, which can be shown while it is typed.
public struct TypedTextProblem: Error, Sendable, Hashable {
    /// The problem, and what was expected.
    public let message: String
    /// The place, as a number of bytes of UTF-8 from the start; nil if the whole text is wrong.
    public let offset: Int?
    /// A next step, if one is known.
    public let advice: String?
}

extension TemplateParameter.ValueType {
    /// Checks that a string has this type, as the service does.
    public func check(_ text: String) throws(TypedTextProblem) {
        switch self {
        case .string, .unspecified: return
        case .boolean:
            guard !["true", "false"].contains(text.lowercased()) else { return }
            throw TypedTextProblem(message: "expected true or false", offset: nil, advice: nil)
        case .number:
            guard !TemplateCheck.isNumber(text) else { return }
            let offset = NumberText.firstFault(in: text, wholeOnly: false)
            throw TypedTextProblem(
                message: "expected a decimal number, such as -1.5", offset: offset, advice: nil)
        case .json:
            _ = try JSONValue(parsing: Array(text.utf8)) { error in
                TypedTextProblem(
                    message: "expected JSON: \(error.message)", offset: error.offset, advice: nil)
            }
        }
    }
}

extension ConditionExpression {
    /// Checks that a string is a valid expression.
    public static func check(_ text: String) throws(TypedTextProblem) {
        do throws(ExpressionProblem) {
            _ = try ConditionExpression(parsing: text)
        } catch {
            let offset = text.prefix(error.offset).utf8.count
            throw TypedTextProblem(message: error.message, offset: offset, advice: error.advice)
        }
    }
}
