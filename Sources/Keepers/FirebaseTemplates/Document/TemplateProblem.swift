import ExperimentsCore

/// What is wrong with a template, and where.
public struct TemplateProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// How much it matters.
    public enum Severity: String, Sendable, Hashable {
        /// The service refuses such a template, or it can't be read at all.
        case error
        /// The service takes it; it is probably not what was meant.
        case warning
    }

    /// The way to the member at fault; empty for the document itself.
    public let path: DocumentPath
    /// What is wrong and what was expected.
    public let message: String
    /// The rule that is broken; nil for a document that cannot be read.
    public var rule: TemplateRule?
    /// How much it matters.
    public var severity = Severity.error
    /// What to do about it, where there is something to say.
    public var advice: String?
    /// The text at fault with a caret under the place, on two lines; for expressions.
    public var excerpt: String?
    /// The line, from 1, where the text of the document is known.
    public internal(set) var line: Int?
    /// The column, from 1, in bytes, where the text of the document is known.
    public internal(set) var column: Int?

    /// A problem with the member that `path` leads to.
    public init(
        path: DocumentPath, _ message: String, rule: TemplateRule? = nil, severity: Severity = .error,
        advice: String? = nil, excerpt: String? = nil, line: Int? = nil, column: Int? = nil
    ) {
        self.path = path
        self.message = message
        self.rule = rule
        self.severity = severity
        self.advice = advice
        self.excerpt = excerpt
        self.line = line
        self.column = column
    }

    /// `parameters.color.defaultValue must be an object, found string`, without line, column and advice.
    public var summary: String {
        (path.steps.isEmpty ? "the template" : path.description) + " " + message
    }

    /// The summary, the line and column where they are known, and the advice.
    public var description: String {
        let position = line.map { " at line \($0), column \(column ?? 1)" } ?? ""
        return summary + position + (advice.map { "; " + $0 } ?? "")
    }

    /// The same problem with its place in the text that the document was read from.
    func placed(in places: JSONPlaces) -> TemplateProblem {
        guard line == nil else { return self }
        var problem = self
        (problem.line, problem.column) = places.place(of: path)
        return problem
    }
}
