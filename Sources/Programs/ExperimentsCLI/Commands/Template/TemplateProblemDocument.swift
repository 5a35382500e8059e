import ExperimentsCore
import FirebaseTemplates

/// A problem of a template as JSON.
struct TemplateProblemDocument {
    /// The object.
    let json: JSONValue

    init(_ problem: TemplateProblem, file: String? = nil) {
        var members = JSONObject()
        members["message"] = .string(problem.message)
        members["severity"] = .string(problem.severity.rawValue)
        members["rule"] = problem.rule.map { .string($0.rawValue) }
        members["path"] = .string(problem.path.description)
        members["file"] = file.map(JSONValue.string)
        members["line"] = problem.line.map { .number(String($0)) }
        members["column"] = problem.column.map { .number(String($0)) }
        members["advice"] = problem.advice.map(JSONValue.string)
        members["excerpt"] = problem.excerpt.map(JSONValue.string)
        json = .object(members)
    }
}
