import ExperimentsCore
import MarkedYAML

/// Everything that is wrong in a project file.
public struct ProjectProblems: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The file, as messages show it.
    public let file: String
    /// The problems, in the order of their places; at least one.
    public let problems: [ProjectProblem]
    private let excerpts: [String?]

    /// What of a long list is worth printing.
    private static let shown = 50

    init(file: String, _ problems: [ProjectProblem], text: String) {
        self.file = file
        self.problems = problems
        let lines = SecretLines(text)
        excerpts = problems.prefix(Self.shown).map { problem in
            guard let line = problem.line, let column = problem.column else { return nil }
            return lines.excerpt(line: line, column: column)
        }
    }

    init(_ file: String, _ problem: FileProblem) {
        let message = problem.message + (problem.advice.map { "; " + $0 } ?? "")
        self.init(
            file: file, [ProjectProblem(message, line: problem.line, column: problem.column)], text: "")
    }

    /// Each problem as `file:line:column: message`, with the line it speaks of and a caret under the place.
    ///
    /// The text of a secret is never part of it.
    public var description: String { ErrorReport(self).text() }

    package var message: String { problems.first?.message ?? "the project file cannot be read" }

    package var place: ErrorPlace? { ErrorPlace(file: file) }

    package var parts: [any OperatorError] {
        problems.enumerated().map { index, problem in
            Part(problem: problem, file: file, excerpt: excerpts.indices.contains(index) ? excerpts[index] : nil)
        }
    }

    /// A problem with what is known of its place.
    private struct Part: OperatorError {
        let problem: ProjectProblem
        let file: String
        let excerpt: String?

        var message: String { problem.message }
        var place: ErrorPlace? { ErrorPlace(file: file, line: problem.line, column: problem.column) }

        var details: JSONObject {
            var members = JSONObject()
            members["field"] = problem.field.map(JSONValue.string)
            return members
        }
    }
}
