import ArgumentParser
import ExperimentsCore
import FirebaseTemplates
import Synchronization

/// Publishes a template.
struct TemplatePublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a template, if nobody else did meanwhile.",
        discussion: """
            The file is checked first; where it breaks a rule, nothing is sent. Where the version in it is not the one \
            that is published any more, nothing is published either, and your edit is printed, to be made again.
            """)

    @Argument(
        help: ArgumentHelp("The JSON file of a template.", valueName: "file"), completion: .file(extensions: ["json"]))
    var file: String

    @Flag(help: "Overwrite whatever is published.") var force = false

    @Option(help: ArgumentHelp("The tag that the template was read with.", valueName: "etag")) var etag: String?

    @Option(help: ArgumentHelp("What to say about the new version.", valueName: "text")) var description: String?

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let (read, warnings) = try TemplateFile(file).template(for: service.namespace, isChecked: true)
        for warning in warnings { StandardError.report(warning, as: "warning") }
        var template = read
        if let description { template.setVersionDescription(description) }
        let client = try service.client()
        let (edited, etag, force, file) = (template, etag, force, file)
        let (published, difference) = try Progress.wait("Publishing") {
            try await Self.publish(edited, etag, client, force: force, file: file)
        }
        try report(published, difference)
    }

    private static func publish(
        _ template: RemoteConfigTemplate, _ etag: String?, _ client: TemplateClient, force: Bool, file: String
    ) async throws -> (PublishedTemplate, TemplateDifference) {
        if force {
            let current = try await client.template()
            let difference = TemplateDifference(from: current.template, to: template)
            announce(difference)
            return (try await client.publish(template, etag: nil), difference)
        }
        let found = Found()
        let published = try await TemplatePublisher(client).publish(template, etag: etag) { current, difference in
            let problems = TemplateValidator().problems(of: template, replacing: current.template)
            guard problems.isEmpty else { throw TemplateProblems(problems, in: file) }
            found.note(difference)
            announce(difference)
        }
        return (published, found.difference ?? TemplateDifference(from: template, to: template))
    }

    private static func announce(_ difference: TemplateDifference) {
        let count = difference.changes.count
        if count > 1 { StandardError.line("publishing \(count) changes") }
    }

    private func report(_ published: PublishedTemplate, _ difference: TemplateDifference) throws {
        let version = published.template.versionNumber
        if global.json {
            var members = JSONObject()
            members["schema"] = .number(DocumentSchema.version)
            members["version"] = version.map { .number(String($0)) }
            members["etag"] = published.etag.map(JSONValue.string)
            members["changes"] = difference.json
            return try StandardOutput.document(.object(members))
        }
        try DifferencePrinter(global).print(difference)
        try StandardOutput.line("published" + (version.map { " version \($0)" } ?? ""))
    }
}

/// What a publish found to change.
final class Found: Sendable {
    private let state = Mutex<TemplateDifference?>(nil)

    var difference: TemplateDifference? { state.withLock(\.self) }

    func note(_ difference: TemplateDifference) {
        state.withLock { $0 = difference }
    }
}
