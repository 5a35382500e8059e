import ExperimentsCore

/// Everything that is wrong with a template.
public struct TemplateProblems: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problems; at least one.
    public let problems: [TemplateProblem]
    private let file: String?

    /// Problems.
    ///
    /// - Parameter file: the file that the template was read from, as messages write it; nil if it was in none.
    public init(_ problems: [TemplateProblem], in file: String? = nil) {
        self.problems = file.map { file in problems.map { $0.found(in: file) } } ?? problems
        self.file = file
    }

    /// One line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }

    package var message: String { problems.first?.summary ?? "the template cannot be read" }

    package var place: ErrorPlace? { file.map { ErrorPlace(file: $0) } }

    package var parts: [any OperatorError] { problems }
}
