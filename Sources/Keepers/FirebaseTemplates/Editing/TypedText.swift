import ExperimentsCore

/// What is wrong with a text while it is typed, so that it can be told before it is taken.
public struct TypedTextProblem: Error, Sendable, Hashable {
    /// What is wrong and what was expected.
    public let message: String
    /// Where, as a count of bytes of UTF-8 from the start; nil where the whole is wrong.
    public let offset: Int?
    /// What to do about it, where there is something to say.
    public let advice: String?
}

extension TemplateParameter.ValueType {
    /// Checks that a text is of the type, as the service does.
    public func check(_ text: String) throws(TypedTextProblem) {
        switch self {
        case .string, .unspecified: return
        case .boolean:
            guard !["true", "false"].contains(text.lowercased()) else { return }
            throw TypedTextProblem(message: "expected true or false", offset: nil, advice: nil)
        case .number:
            guard !TemplateCheck.isNumber(text) else { return }
            let offset = NumberText.firstFault(in: text, wholeOnly: false)
            throw TypedTextProblem(message: "expected a decimal number, such as -1.5", offset: offset, advice: nil)
        case .json:
            do throws(JSONProblem) {
                _ = try JSONValue(parsing: text)
            } catch {
                throw TypedTextProblem(message: "expected JSON: \(error.message)", offset: error.offset, advice: nil)
            }
        }
    }
}

extension ConditionExpression {
    /// Checks that a text is an expression.
    public static func check(_ text: String) throws(TypedTextProblem) {
        do throws(ExpressionProblem) {
            _ = try ConditionExpression(parsing: text)
        } catch {
            let offset = text.prefix(error.offset).utf8.count
            throw TypedTextProblem(message: error.message, offset: offset, advice: error.advice)
        }
    }
}
