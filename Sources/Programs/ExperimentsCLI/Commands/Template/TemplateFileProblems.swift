import ExperimentsCore
import FirebaseTemplates

/// What is wrong with the template in a file.
struct TemplateFileProblems: Error, CustomStringConvertible {
    /// The path, as messages write it.
    let path: String
    /// The problems; at least one.
    let problems: [TemplateProblem]

    var description: String {
        problems.map { "error: \(Self.line($0, path))" }.joined(separator: "\n")
    }

    /// `file:line:column: path: message (rule); advice`, and the expression with its caret below.
    static func line(_ problem: TemplateProblem, _ path: String) -> String {
        let place = [path] + [problem.line, problem.column].compactMap { $0.map(String.init) }
        let rule = problem.rule.map { $0 == .shape ? "" : " (\($0.rawValue))" } ?? ""
        let excerpt = problem.excerpt.map {
            "\n" + $0.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        }
        // One line, whatever names the template holds; the excerpt has lines of its own.
        let words = place.joined(separator: ":") + ": \(problem.summary)\(rule)"
        return VisibleText.of(words + (problem.advice.map { "; " + $0 } ?? "")) + (excerpt ?? "")
    }
}
