import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import FirebaseTemplates

struct TemplateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Edit, check and publish Remote Config templates",
        discussion: """
            evaluate, validate and diff work on files, without a network. set, unset, condition, percent, rollout, \
            group and draft edit the draft of a source's template, and `publish` without a file publishes it. versions and rollback \
            also work with a source. The other commands need a project and an account: --service-account, \
            $GOOGLE_APPLICATION_CREDENTIALS or --access-token-env.
            """,
        subcommands: [
            TemplateSetCommand.self, TemplateUnsetCommand.self, TemplateConditionCommand.self,
            TemplatePercentCommand.self, TemplateRolloutCommand.self, TemplateGroupCommand.self,
            TemplateDraftCommand.self,
            TemplateEvaluateCommand.self, TemplateValidateCommand.self, TemplateDiffCommand.self,
            TemplateGetCommand.self, TemplateDefaultsCommand.self, TemplatePublishCommand.self,
            TemplateVersionsCommand.self, TemplateArchiveCommand.self, TemplatePromoteCommand.self,
            TemplateRollbackCommand.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments template validate template.json": "Check a template",
        "experiments template versions --service-account service-account.json": "List published versions",
    ]
}

struct TemplateValidateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Check a template file",
        discussion: """
            Checks the file against the rules of the service, without a network. With --remote, the service checks it \
            too; nothing is published. Exits with 1 if a rule is broken. Warnings are not errors.
            """)
    static let examples: KeyValuePairs = ["experiments template validate template.json": "Check a template"]

    @Argument(
        help: ArgumentHelp("JSON file of a template", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String

    @Flag(help: "Have the service check it, too") var remote = false

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var waiting: WaitOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let content = try TemplateFile(file)
        let (template, warnings) = try content.template(for: service.namespace, isChecked: true)
        if remote {
            let client = try service.client()
            try Progress.wait("Asking Remote Config", within: waiting.timeout) {
                try await client.validate(template, etag: nil)
            }
        }
        if global.json {
            return try StandardOutput.document([
                "valid": true, "problems": warnings.map { ErrorReport($0).json },
            ])
        }
        let style = PlainText(global.settings)
        for warning in warnings { StandardError.report(warning, as: "warning") }
        let counts = "\(template.countWords); valid" + (remote ? ", accepted by the service" : "")
        try StandardOutput.line(style.shown("\(file): \(counts)", ink: .green))
    }
}

struct TemplateDiffCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two templates",
        discussion: """
            With two files, compares them. With one, compares the published version, or the one of --version, with the \
            file: the changes that publishing it would make. Version numbers are ignored.
            """)
    static let examples: KeyValuePairs = ["experiments template diff old.json new.json": "Compare two files"]

    @Argument(
        help: ArgumentHelp("JSON files: old and new, or new only", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var files: [String]

    @Option(help: ArgumentHelp("Published version to compare with", valueName: "number")) var version: Int64?

    @Flag(help: "Exit with 2 if there are differences") var exitCode = false

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var waiting: WaitOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

    func validate() throws {
        guard (1...2).contains(files.count) else {
            throw ValidationError("expected one or two files, found \(files.count)")
        }
        if files.count == 2, version != nil { throw ValidationError("--version requires exactly one file") }
    }

    func run() throws {
        let new = try TemplateFile(files[files.count - 1]).template().template
        let old: RemoteConfigTemplate
        if files.count == 2 {
            old = try TemplateFile(files[0]).template().template
        } else {
            let client = try service.client()
            let version = version
            old = try Progress.wait("Asking Remote Config", within: waiting.timeout) {
                try await client.template(version: version)
            }.template
        }
        let difference = TemplateDifference(from: old, to: new)
        try difference.print(global.settings)
        if exitCode, !difference.isEmpty { throw ExitCode(ExitStatus.contractBroken) }
    }
}

struct TemplateVersionsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "List published versions",
        discussion: """
            Lists the newest version first. Uses the project's source, unless a project or an account is given.
            """)
    static let examples: KeyValuePairs = [
        "experiments template versions": "List the versions of the project's template",
        "experiments template versions --service-account service-account.json": "List published versions",
    ]

    @Option(help: ArgumentHelp("Maximum number of versions", valueName: "count")) var limit = 10

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (1...300).contains(limit) else {
            throw ValidationError("invalid --limit \(limit): expected 1 to 300")
        }
    }

    func run() throws {
        let origin = try service.versionedOrigin(global.settings)
        let limit = limit
        let versions = try Progress.wait("Asking \(origin.title)", within: global.waits) {
            try await origin.versions(limit: limit)
        }
        let table = Table(
            ["VERSION": 10, "PUBLISHED": 24, "BY": 40, "HOW": 40, "DESCRIPTION": 80], of: versions
        ) {
            version in
            [
                .init(version.number.map { String($0) } ?? "?"),
                .init(version.updatedAt.map { RFC3339.text(of: $0) } ?? "", .dim),
                .init(version.author ?? ""),
                .init(Self.how(version)), .init(version.description ?? ""),
            ]
        }
        try global.settings.print(["versions": versions.map(\.json)], else: table)
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
        commandName: "get", abstract: "Print or save the published template",
        discussion: """
            The document contains its version, so that `publish` can tell whether someone else published since.
            """)
    static let examples: KeyValuePairs = [
        "experiments template get --service-account service-account.json": "Print the published template",
        "experiments template get --draft": "Print the draft",
    ]

    @Option(help: ArgumentHelp("Version (default: the latest)", valueName: "number")) var version: Int64?

    @Option(
        name: [.short, .long], help: ArgumentHelp("Write to this file", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output: String?

    @Flag(help: "Get the compiled server template, for `evaluate`") var compiled = false

    @Flag(help: "Get the draft of the project's source") var draft = false

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard draft, version != nil || compiled || service.isGiven else { return }
        throw ValidationError(
            "--draft cannot be combined with --version, --compiled or options of the service")
    }

    func run() throws {
        if draft {
            let template = try TemplateWorkspace.opened(global.settings).workspace.storedDraft().template
            return try write(PublishedTemplate(template: template, etag: nil))
        }
        let client = try service.client()
        let (version, compiled) = (version, compiled)
        let published = try Progress.wait("Asking Remote Config", within: global.waits) {
            compiled ? try await client.serverTemplate() : try await client.template(version: version)
        }
        try write(published)
    }

    private func write(_ published: PublishedTemplate) throws {
        let text = published.template.text
        guard let output else { return try StandardOutput.exact(text) }
        try AtomicFile.write(Array(text.utf8), to: output)
        let number = published.template.versionNumber.map { "version \($0)" } ?? "the template"
        try global.settings.printChange(
            [
                "path": output, "version": published.template.versionNumber, "etag": published.etag,
            ], else: "saved \(number) in \(output): \(published.template.countWords)")
    }
}
