import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

struct TemplateGetCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print or save the template that is published.",
        discussion: "The document contains its version, by which `publish` sees whether it is out of date.")
    static let examples = [
        CommandExample(
            "experiments template get --service-account service-account.json", "Print what is published"),
        CommandExample("experiments template get --draft", "Print what the draft would publish"),
    ]

    @Option(help: ArgumentHelp("An earlier version.", valueName: "number")) var version: Int64?

    @Option(
        name: [.short, .long], help: ArgumentHelp("The file to save it in.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output: String?

    @Flag(help: "The template as servers load it, for `evaluate`; implies --server.") var compiled = false

    @Flag(help: "The template as the draft of the project's source would publish it.") var draft = false

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard draft, version != nil || compiled || service.isGiven else { return }
        throw ValidationError("--draft is of the project's source, and given alone.")
    }

    func run() throws {
        if draft {
            let template = try TemplateWorkspace.opened(global.settings).workspace.storedDraft().template
            return try write(PublishedTemplate(template: template, etag: nil))
        }
        let client = try service.client()
        let (version, compiled) = (version, compiled)
        let published = try Progress.wait("Asking Remote Config") {
            compiled ? try await client.serverTemplate() : try await client.template(version: version)
        }
        try write(published)
    }

    private func write(_ published: PublishedTemplate) throws {
        let text = published.template.text
        guard let output else { return try StandardOutput.exact(text) }
        try AtomicFile.write(Array(text.utf8), to: output)
        let number = published.template.versionNumber.map { "version \($0)" } ?? "the template"
        if global.json {
            return try StandardOutput.document([
                "path": output, "version": published.template.versionNumber, "etag": published.etag,
            ])
        }
        try StandardOutput.line("saved \(number) in \(output): \(TemplateCounts(published.template))")
    }
}
