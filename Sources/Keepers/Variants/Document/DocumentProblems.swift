import ExperimentsCore

/// Everything that is wrong with a document of flags and variants, in the order of the document. Nothing of it was
/// taken.
public struct DocumentProblems: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problems; at least one.
    public let problems: [DocumentProblem]

    /// Problems.
    public init(_ problems: [DocumentProblem]) {
        self.problems = problems
    }

    package var message: String { problems.first?.message ?? "the document cannot be read" }

    package var parts: [any OperatorError] { problems }

    /// One line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
