import ExperimentsCore
import FirebaseTemplates

/// What the emulator tells about one of its projects.
enum ProjectDocument {
    /// `{"project", "number", "templates": {namespace: {"version", "file", "problem"}}, "streams"}`.
    static func json(_ project: ProjectState) -> JSONValue {
        var templates = JSONObject()
        for namespace in TemplateNamespace.allCases {
            var template = JSONObject()
            template["version"] = .number(String(project.history(namespace).version))
            template["file"] = project.paths[namespace].map(JSONValue.string)
            template["problem"] = project.problem(namespace).map { problem in
                var object = JSONObject()
                object["message"] = .string(problem.message)
                object["line"] = problem.line.map { .number(String($0)) }
                object["column"] = problem.column.map { .number(String($0)) }
                return .object(object)
            }
            let warnings = project.warnings(namespace)
            if !warnings.isEmpty { template["warnings"] = .array(warnings.map { .string($0.description) }) }
            templates[namespace.rawValue] = .object(template)
        }
        return [
            "project": .string(project.projectID), "number": .string(project.projectNumber),
            "templates": .object(templates), "streams": .number(String(project.realtime.count)),
        ]
    }
}
