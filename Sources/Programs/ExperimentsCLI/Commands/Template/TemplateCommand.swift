import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import FirebaseTemplates

struct TemplateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Check, compare, evaluate, edit and publish templates of Firebase Remote Config.",
        discussion: """
            evaluate, validate and diff work on files, without a network. set, unset, condition, percent, group and \
            draft edit a draft of the template behind a source of the project, and `publish` without a file publishes \
            it. The others need a project and an account: --service-account FILE, or the file that \
            GOOGLE_APPLICATION_CREDENTIALS names, or a token in an environment variable that --access-token-env names.
            """,
        subcommands: [
            TemplateSetCommand.self, TemplateUnsetCommand.self, TemplateConditionCommand.self,
            TemplatePercentCommand.self, TemplateGroupCommand.self, TemplateDraftCommand.self,
            TemplateEvaluateCommand.self, TemplateValidateCommand.self, TemplateDiffCommand.self,
            TemplateGetCommand.self, TemplateDefaultsCommand.self, TemplatePublishCommand.self,
            TemplateVersionsCommand.self,
            TemplateRollbackCommand.self,
        ])
    static let examples = [
        CommandExample("experiments template validate template.json", "Check a template before it is published"),
        CommandExample(
            "experiments template versions --service-account service-account.json", "List what was published"),
    ]
}

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
    @OptionGroup(title: "Global options") var global: OutputOptions

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
    @OptionGroup(title: "Global options") var global: OutputOptions

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

struct TemplateVersionsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "List the versions that were published, newest first.")
    static let examples = [
        CommandExample(
            "experiments template versions --service-account service-account.json", "List the versions")
    ]

    @Option(help: ArgumentHelp("How many at most.", valueName: "count")) var limit = 10

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

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
