import ExperimentsCore
import ExperimentsSupport
import Foundation

/// A folder with the templates of several projects: `ID.json` for clients, `ID.server.json` for servers.
public struct TemplateFolder: Sendable {
    /// The reason why a folder cannot be served.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
        /// The path of the folder.
        public let path: String
        /// What is wrong and what was expected.
        public let message: String

        package var place: ErrorPlace? { ErrorPlace(file: path) }

        /// `templates: has no file called PROJECT.json or PROJECT.server.json`.
        public var description: String { "\(path): \(message)" }
    }

    /// The ids of the projects, in alphabetical order.
    public let projectIDs: [String]
    private let path: String

    private static let firstNumber: Int64 = 123_456_789_012

    /// Finds the templates in the folder at `path`.
    ///
    /// - Throws: `Problem` if it cannot be read or has none.
    public init(_ path: String) throws(Problem) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw Problem(path: path, message: "is not a folder that can be read")
        }
        var ids: Set<String> = []
        for name in names where name.hasSuffix(".json") && !name.hasScalarPrefix(".") {
            let stem = name.dropLast(".json".count)
            ids.insert(String(stem.hasSuffix(".server") ? stem.dropLast(".server".count) : stem))
        }
        projectIDs = ids.sorted()
        self.path = path
        guard !projectIDs.isEmpty else {
            throw Problem(path: path, message: "has no file called PROJECT.json or PROJECT.server.json")
        }
    }

    /// The projects, each with a number of its own. A missing file may be created later.
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
