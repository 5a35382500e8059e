/// Everything that is wrong with a template.
public struct TemplateProblems: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems; at least one.
    public let problems: [TemplateProblem]

    /// Problems.
    public init(_ problems: [TemplateProblem]) {
        self.problems = problems
    }

    /// One line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
