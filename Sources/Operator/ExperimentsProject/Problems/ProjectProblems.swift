import ExperimentsCore
import MarkedYAML

/// Everything that is wrong in a project file.
public struct ProjectProblems: Error, Sendable, Hashable, CustomStringConvertible {
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
    public var description: String {
        var lines: [String] = []
        for (problem, excerpt) in zip(problems, excerpts) {
            let place = [file] + [problem.line, problem.column].compactMap { $0.map(String.init) }
            // One line, whatever names the file holds.
            lines.append(VisibleText.of(place.joined(separator: ":") + ": " + problem.message))
            if let excerpt { lines.append(excerpt) }
        }
        let rest = problems.count - excerpts.count
        if rest > 0 { lines.append("\(file): and \(rest) more problem\(rest == 1 ? "" : "s")") }
        return lines.joined(separator: "\n")
    }
}
