import ExperimentsCore

/// A regular expression of a template, in the dialect that Firebase's SDKs have in common.
struct Pattern: Sendable {
    private let expression: RegularExpression

    init(_ text: String) throws(PatternProblem) {
        expression = try RegularExpression(text, .sdks)
    }

    /// Whether the pattern matches somewhere in `text`; nil where the search was given up.
    func isFound(in text: String) -> Bool? {
        if let literal = expression.literal { return ByteText.contains(text, literal) }
        return expression.isFound(in: Array(text.utf8))
    }
}
