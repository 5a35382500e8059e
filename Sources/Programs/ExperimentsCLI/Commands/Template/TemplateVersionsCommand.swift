import ArgumentParser
import ExperimentsCore
import ExperimentsSupport
import FirebaseTemplates

struct TemplateVersionsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "List the versions that were published, newest first.")
    static let examples = [
        CommandExample(
            "experiments template versions --service-account service-account.json", "List the versions")
    ]

    @Option(help: ArgumentHelp("How many at most.", valueName: "count")) var limit = 10

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...300).contains(limit) else { throw ValidationError("--limit is from 1 to 300.") }
    }

    func run() throws {
        let client = try service.client()
        let limit = limit
        let versions = try Progress.wait("Asking Remote Config") { try await client.versions(limit: limit) }
        if global.json {
            return try StandardOutput.document(["versions": versions.map(\.json)])
        }
        var table = Table(["VERSION": 10, "PUBLISHED": 24, "BY": 40, "HOW": 40, "DESCRIPTION": 80])
        for version in versions {
            table.append([
                .init(version.number.map { String($0) } ?? "?"),
                .init(version.updatedAt.map { RFC3339.text(of: $0) } ?? "", .dim), .init(version.author ?? ""),
                .init(Self.how(version)), .init(version.description ?? ""),
            ])
        }
        try table.print(PlainText(global.settings))
    }

    private static func how(_ version: TemplateVersion) -> String {
        let words = [version.origin, version.type].compactMap { $0 }.map {
            $0.lowercased().replacing(scalar: "_", with: " ")
        }
        let source = version.rollbackSource.map { ["of version \($0)"] } ?? []
        return (words + source).joined(separator: ", ")
    }
}
