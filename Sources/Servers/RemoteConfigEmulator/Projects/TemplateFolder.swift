import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// A folder with the templates of several projects: `ID.json` for clients, `ID.server.json` for servers.
public struct TemplateFolder: Sendable {
    /// The IDs of the projects, in alphabetical order.
    public let projectIDs: [String]
    private let path: String

    private static let firstNumber: Int64 = 123_456_789_012

    /// Finds the templates in the folder at `path`.
    ///
    /// - Throws: `FileProblem` if it cannot be read or has none.
    public init(_ path: String) throws(FileProblem) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw FileProblem(path: path, message: "is not a folder that can be read")
        }
        var ids: Set<String> = []
        for name in names where name.hasSuffix(".json") && !name.hasScalarPrefix(".") {
            let stem = name.dropLast(".json".count)
            ids.insert(String(stem.hasSuffix(".server") ? stem.dropLast(".server".count) : stem))
        }
        projectIDs = ids.sorted()
        self.path = path
        guard !projectIDs.isEmpty else {
            throw FileProblem(path: path, message: "has no file called PROJECT.json or PROJECT.server.json")
        }
    }

    /// The projects, each with a different number. A missing file may be created later.
    public var projects: [EmulatedProject] {
        projectIDs.enumerated().map { index, id in
            var project = EmulatedProject(
                projectID: id, projectNumber: String(Self.firstNumber + Int64(index)),
                templatePath: "\(path)/\(id).json", serverTemplatePath: "\(path)/\(id).server.json")
            project.mayLackFiles = true
            return project
        }
    }
}

/// The reason why a template file is not served.
public struct TemplateFileProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The path of the template file.
    public let path: String
    /// The problem, and its place in the file.
    public let message: String
    /// The line, from 1, if the text is wrong.
    public let line: Int?
    /// The column, from 1, if the text is wrong.
    public let column: Int?
    /// Whether the file is missing or empty.
    let isMissing: Bool

    init(path: String, _ problem: TemplateProblem) {
        self.path = path
        message = problem.description
        line = problem.line
        column = problem.column
        isMissing = false
    }

    init(_ problem: FileProblem) {
        path = problem.path
        message = problem.message + (problem.isMissing ? problem.advice.map { "; " + $0 } ?? "" : "")
        line = problem.line
        column = problem.column
        isMissing = problem.isMissing
    }

    package var place: ErrorPlace? { ErrorPlace(file: path) }

    /// The path and the message: `config.json: parameters.color expected an object, found "red"`.
    public var description: String { "\(path): \(message)" }

    static func template(at path: String) throws(TemplateFileProblem) -> RemoteConfigTemplate {
        let bytes = JSONComments.blanked(try FileBytes.read(path) { TemplateFileProblem($0) })
        // An empty file is probably about to be written.
        guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            throw TemplateFileProblem(
                FileProblem(
                    path: path, message: "is empty", advice: "write {} for a template without parameters",
                    isMissing: true))
        }
        let template: RemoteConfigTemplate
        do {
            template = try RemoteConfigTemplate(parsing: bytes)
        } catch {
            throw TemplateFileProblem(path: path, error)
        }
        if let version = template.versionNumber, version > TemplateHistory.highestBrought {
            let problem = TemplateProblem(
                path: DocumentPath()["version"]["versionNumber"],
                "must be \(TemplateHistory.highestBrought) or less, found \(version)",
                advice: "omit it, or use a smaller number: each publish increments it")
            throw TemplateFileProblem(path: path, [problem].placed(in: bytes).first ?? problem)
        }
        return template
    }
}

/// The texts of the emulator about one of its projects.
extension ProjectState {
    /// `{"project", "number", "templates": {namespace: {"version", "file", "problem"}}, "streams"}`.
    var json: JSONValue {
        var templates = JSONObject()
        for namespace in TemplateNamespace.allCases {
            var template = JSONObject()
            template["version"] = .number(String(history(namespace).version))
            template["file"] = paths[namespace].map(JSONValue.string)
            template["problem"] = problem(namespace).map { problem in
                var object = JSONObject()
                object["message"] = .string(problem.message)
                object["line"] = problem.line.map { .number(String($0)) }
                object["column"] = problem.column.map { .number(String($0)) }
                return .object(object)
            }
            let warnings = self.warnings(namespace)
            if !warnings.isEmpty { template["warnings"] = .array(warnings.map { .string($0.description) }) }
            templates[namespace.rawValue] = .object(template)
        }
        return [
            "project": .string(projectID), "number": .string(projectNumber),
            "templates": .object(templates), "streams": .number(String(realtime.count)),
        ]
    }
}
