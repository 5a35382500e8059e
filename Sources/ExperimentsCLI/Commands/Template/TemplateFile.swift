import ExperimentsCore
import FirebaseTemplates

/// The file of a template.
struct TemplateFile {
    /// The largest file that is read, in bytes.
    static let largest = 50_000_000

    /// The path, as messages write it.
    let path: String
    /// What the file holds.
    let bytes: [UInt8]

    /// Reads a file.
    ///
    /// - Throws: `FileProblem`.
    init(_ path: String) throws(FileProblem) {
        self.path = path
        bytes = try FileBytes.read(path, limit: Self.largest)
    }

    /// The template, and what is wrong with it that keeps nobody from reading it.
    ///
    /// - Throws: `TemplateFileProblems` where it cannot be read, or breaks a rule of the service and `isChecked` asks.
    func template(
        for namespace: TemplateNamespace = .client, isChecked: Bool = false
    ) throws(TemplateFileProblems) -> (template: RemoteConfigTemplate, warnings: [TemplateProblem]) {
        let (template, problems) = TemplateValidator(namespace: namespace).read(bytes)
        let errors = problems.filter { $0.severity == .error && (isChecked || $0.rule == .shape || $0.rule == nil) }
        guard errors.isEmpty else { throw TemplateFileProblems(path: path, problems: errors) }
        return (template, problems.filter { $0.severity == .warning })
    }
}

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
        let member = problem.path.steps.isEmpty ? "the template" : problem.path.description
        let rule = problem.rule.map { $0 == .shape ? "" : " (\($0.rawValue))" } ?? ""
        let excerpt = problem.excerpt.map {
            "\n" + $0.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        }
        return place.joined(separator: ":") + ": \(member) \(problem.message)\(rule)"
            + (problem.advice.map { "; " + $0 } ?? "") + (excerpt ?? "")
    }
}
