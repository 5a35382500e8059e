import ArgumentParser
import ExperimentsCore
import FirebaseTemplates

struct TemplateDiffCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what differs between two templates, member by member.",
        discussion: """
            With two files, compares them. With one, compares what is published, or the version that --version \
            names, with the file: what publishing it would change. The versions themselves are left aside.
            """)
    static let examples = [
        CommandExample("experiments template diff old.json new.json", "See what differs, by path")
    ]

    @Argument(
        help: ArgumentHelp("The JSON files: the old one and the new one, or the new one alone.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var files: [String]

    @Option(help: ArgumentHelp("The version to compare with.", valueName: "number")) var version: Int64?

    @Flag(help: "Exit with 2 where there is a difference.") var exitCode = false

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...2).contains(files.count) else { throw ValidationError("Name one file or two.") }
        if files.count == 2, version != nil { throw ValidationError("--version goes with one file.") }
    }

    func run() throws {
        let new = try TemplateFile(files[files.count - 1]).template().template
        let old: RemoteConfigTemplate
        if files.count == 2 {
            old = try TemplateFile(files[0]).template().template
        } else {
            let client = try service.client()
            let version = version
            old = try Progress.wait("Asking Remote Config") { try await client.template(version: version) }.template
        }
        let difference = TemplateDifference(from: old, to: new)
        try difference.print(global.settings)
        if exitCode, !difference.isEmpty { throw ExitCode(ExitStatus.contractBroken) }
    }
}
