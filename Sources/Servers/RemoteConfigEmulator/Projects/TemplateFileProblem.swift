import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

/// The reason why a template file is not served.
public struct TemplateFileProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The path of the template file.
    public let path: String
    /// What is wrong, and where in the file.
    public let message: String
    /// The line, from 1, if the text is wrong.
    public let line: Int?
    /// The column, from 1, if the text is wrong.
    public let column: Int?
    /// Whether there is no such file.
    let isMissing: Bool

    init(path: String, _ problem: TemplateProblem) {
        self.path = path
        message = problem.description
        (line, column, isMissing) = (problem.line, problem.column, false)
    }

    init(_ problem: FileProblem) {
        path = problem.path
        message = problem.message
        (line, column, isMissing) = (problem.line, problem.column, problem.isMissing)
    }

    package var place: ErrorPlace? { ErrorPlace(file: path) }

    /// `config.json: parameters.color expected an object, found "red"`.
    public var description: String { "\(path): \(message)" }

    static func template(at path: String) throws(TemplateFileProblem) -> RemoteConfigTemplate {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path)
        } catch {
            throw TemplateFileProblem(error)
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
                advice: "leave it out, or begin with a smaller one: each publish counts on from it")
            throw TemplateFileProblem(path: path, [problem].placed(in: bytes).first ?? problem)
        }
        return template
    }
}
