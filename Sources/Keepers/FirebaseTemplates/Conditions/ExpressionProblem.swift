import ExperimentsCore

/// Why a text is not a condition's expression.
public struct ExpressionProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong and what was expected.
    public let message: String
    /// Where, as a count of characters from the start.
    public let offset: Int
    /// What to do about it, where there is something to say.
    public let advice: String?
    /// The whole expression.
    public let text: String

    /// `expected a quoted text at character 14`.
    public var description: String {
        "\(message) at character \(offset + 1)" + (advice.map { "; " + $0 } ?? "")
    }

    /// The expression, and under it a caret at the place, on two lines. Long expressions are cut around the place.
    public var excerpt: String? {
        let characters = Array(text).map { $0.isNewline || $0 == "\t" ? " " : $0 }
        let start = max(0, min(offset - 40, characters.count - 72))
        let end = min(characters.count, start + 72)
        let before = start > 0 ? "…" : ""
        let after = end < characters.count ? "…" : ""
        let blanks = String(repeating: " ", count: offset - start + before.count)
        return before + String(characters[start..<end]) + after + "\n" + blanks + "^"
    }
}
