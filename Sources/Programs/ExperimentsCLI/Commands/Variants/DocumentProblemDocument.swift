import ExperimentsCore
import Variants

/// A problem of a file of flags and variants as JSON.
struct DocumentProblemDocument {
    /// The members, to which a document about more than the problem adds its own.
    let members: JSONObject

    init(_ problem: DocumentProblem) {
        var members = JSONObject()
        members["message"] = .string(problem.message)
        members["path"] = .string(problem.path.description)
        members["file"] = problem.source.map(JSONValue.string)
        members["line"] = problem.line.map { .number(String($0)) }
        members["column"] = problem.column.map { .number(String($0)) }
        members["advice"] = problem.advice.map(JSONValue.string)
        self.members = members
    }
}
