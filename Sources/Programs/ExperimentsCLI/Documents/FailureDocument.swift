import ExperimentsCore
import ExperimentsProject
import FirebaseTemplates
import Variants

/// An error as JSON: `{"schema": 1, "error": {"message", …}}`, with what else is known of it.
struct FailureDocument {
    /// The document.
    let json: JSONValue

    init(_ error: any Error, message: String) {
        var members = JSONObject()
        members["message"] = .string(message)
        switch error {
        case let problem as FileProblem:
            members["file"] = .string(problem.path)
            members["line"] = problem.line.map { .number(String($0)) }
            members["column"] = problem.column.map { .number(String($0)) }
            members["advice"] = problem.advice.map(JSONValue.string)
        case let problem as CommandProblem:
            members["advice"] = problem.advice.map(JSONValue.string)
        case let failure as FetchFailure:
            members["httpStatus"] = failure.httpStatus.map { .number(String($0)) }
            members["retryAt"] = failure.retryAt.map { .string(RFC3339.text(of: $0)) }
        case let problems as ProjectProblems:
            members["file"] = .string(problems.file)
            members["problems"] = .array(problems.problems.map(Self.json))
        case let problems as DocumentProblems:
            members["problems"] = .array(problems.problems.map { .object(DocumentProblemDocument($0).members) })
        case let problems as TemplateFileProblems:
            members["file"] = .string(problems.path)
            members["problems"] = .array(problems.problems.map { TemplateProblemDocument($0).json })
        case let error as TemplateServiceError:
            if case .refused(let refusal) = error { members["httpStatus"] = .number(String(refusal.status)) }
            members["advice"] = error.advice.map(JSONValue.string)
        case let conflict as TemplatePublisher.Conflict:
            members["baseVersion"] = conflict.base.map { .number(String($0)) }
            members["currentVersion"] = conflict.current.template.versionNumber.map { .number(String($0)) }
            members["edit"] = DifferenceDocument(conflict.edit).changes
            members["others"] = conflict.others.map { DifferenceDocument($0).changes }
        default: break
        }
        json = ["schema": .number(DocumentSchema.version), "error": .object(members)]
    }

    private static func json(of problem: ProjectProblem) -> JSONValue {
        var members = JSONObject()
        members["message"] = .string(problem.message)
        members["field"] = problem.field.map(JSONValue.string)
        members["line"] = problem.line.map { .number(String($0)) }
        members["column"] = problem.column.map { .number(String($0)) }
        return .object(members)
    }
}
