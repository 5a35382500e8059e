import ArgumentParser
import ExperimentsCore
import FirebaseTemplates

/// Brings back an earlier version.
struct TemplateRollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Publish an earlier version again, as a new one.")

    @Option(
        help: ArgumentHelp("The version to bring back. Default: the one before the latest.", valueName: "number"))
    var version: Int64?

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let client = try service.client()
        let version = version
        let (source, published) = try Progress.wait("Rolling back") {
            let source = try await Self.source(version, client)
            return (source, try await client.rollback(to: source))
        }
        let number = published.template.versionNumber
        if global.json {
            var members = JSONObject()
            members["schema"] = .number(DocumentSchema.version)
            members["version"] = number.map { .number(String($0)) }
            members["rollbackSource"] = .number(String(source))
            members["etag"] = published.etag.map(JSONValue.string)
            return try StandardOutput.document(.object(members))
        }
        try StandardOutput.line("version \(source) is published again" + (number.map { " as version \($0)" } ?? ""))
    }

    private static func source(_ version: Int64?, _ client: TemplateClient) async throws -> Int64 {
        if let version { return version }
        let versions = try await client.versions(limit: 2).compactMap(\.number)
        guard versions.count == 2 else { throw CommandProblem("there is no earlier version to bring back") }
        return versions[1]
    }
}
