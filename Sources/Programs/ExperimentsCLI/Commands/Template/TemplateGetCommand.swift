import ArgumentParser
import ExperimentsCore
import FirebaseTemplates

/// Fetches a template.
struct TemplateGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print or save the template that is published.",
        discussion: "The document contains its version, by which `publish` sees whether it is out of date.")

    @Option(help: ArgumentHelp("An earlier version.", valueName: "number")) var version: Int64?

    @Option(
        name: [.short, .long], help: ArgumentHelp("The file to save it in.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output: String?

    @Flag(help: "The template as servers load it, for `evaluate`; implies --server.") var compiled = false

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let client = try service.client()
        let (version, compiled) = (version, compiled)
        let published = try Progress.wait("Asking Remote Config") {
            compiled ? try await client.serverTemplate() : try await client.template(version: version)
        }
        let text = published.template.text
        guard let output else { return try StandardOutput.exact(text) }
        try AtomicFile.write(Array(text.utf8), to: output)
        let number = published.template.versionNumber.map { "version \($0)" } ?? "the template"
        if global.json {
            var members = JSONObject()
            members["schema"] = .number(DocumentSchema.version)
            members["path"] = .string(output)
            members["version"] = published.template.versionNumber.map { .number(String($0)) }
            members["etag"] = published.etag.map(JSONValue.string)
            return try StandardOutput.document(.object(members))
        }
        try StandardOutput.line("saved \(number) in \(output): \(TemplateCounts(published.template))")
    }
}
