import ArgumentParser
import ExperimentsCore
import FirebaseTemplates

struct TemplateValidateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Check a template by the rules of the service.",
        discussion: """
            Checks the file here, without a network. With --remote, the service checks it as well; nothing is \
            published. Exits with 1 where a rule is broken. Warnings do not count as an error.
            """)
    static let examples = [
        CommandExample("experiments template validate template.json", "Check a file")
    ]

    @Argument(
        help: ArgumentHelp("The JSON file of a template.", valueName: "file"), completion: .file(extensions: ["json"]))
    var file: String

    @Flag(help: "Let the service check it, too.") var remote = false

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let content = try TemplateFile(file)
        let (template, warnings) = try content.template(for: service.namespace, isChecked: true)
        if remote {
            let client = try service.client()
            try Progress.wait("Asking Remote Config") { try await client.validate(template, etag: nil) }
        }
        if global.json {
            return try StandardOutput.document(["valid": true, "problems": warnings.map { ErrorReport($0).json }])
        }
        let style = PlainText(global.settings)
        for warning in warnings { StandardError.report(warning, as: "warning") }
        let counts =
            "\(TemplateCounts(template)); no rule is broken" + (remote ? ", and the service would take it" : "")
        try StandardOutput.line(style.shown("\(file): \(counts)", ink: .green))
    }
}
