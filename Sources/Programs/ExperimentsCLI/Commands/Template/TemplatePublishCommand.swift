import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

struct TemplatePublishCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish the draft or a template file",
        discussion: """
            Without a file, publishes the draft of the project's source: checks it here and by the service, shows the \
            changes, and asks. If the environment of the source is production, you have to type the name of the \
            project. If the response of the service is lost, checks which version is published.

            With a file, does the same. If a source of the project file is the file's project, that source decides \
            whether it is production. In both cases, nothing is published if someone else published first; your edits \
            are then shown next to theirs. Nothing is published if there are no differences.

            A file names the version it is based on with "version": {"versionNumber": …}, as written by `experiments \
            template get -o`, or with "etag". If it names neither, --yes is not enough: add --etag or --force. If a \
            value is not valid for a key of the project, --yes needs --raw.
            """)
    static let examples: KeyValuePairs = [
        "experiments template publish": "Publish the draft after a question",
        "experiments template publish template.json --service-account service-account.json": "Publish a file",
    ]

    @Argument(
        help: ArgumentHelp("JSON file of a template (default: the draft)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String?

    @Flag(help: "Don't ask") var yes = false

    @Flag(help: "Overwrite the published version") var force = false

    @Flag(help: "Allow values that are not valid for the project's keys") var raw = false

    @Option(help: ArgumentHelp("ETag of the version the file is based on", valueName: "etag")) var etag:
        String?

    @Option(help: ArgumentHelp("Description of the new version", valueName: "text")) var description: String?

    @Option(
        help: ArgumentHelp(
            "Only publish the draft with this digest, as printed by `draft show --json`", valueName: "digest")
    )
    var expect: String?

    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if file == nil, !ending.studies.isEmpty {
            throw ValidationError(
                "Without a file, use --end-experiment or --end-rollout with the command that edits the draft."
            )
        }
        if file != nil, expect != nil { throw ValidationError("--expect and a file cannot be combined") }
        guard file == nil, force || etag != nil || service.isGiven else { return }
        throw ValidationError("--force, --etag and options of the service require a file")
    }

    func run() throws {
        guard let file else { return try publishDraft() }
        try publish(file)
    }

    private func publishDraft() throws {
        let (workspace, located) = try TemplateWorkspace.opened(global.settings)
        try Self.checkAssistant(workspace)
        let draft = try workspace.storedDraft()
        guard expect == nil || expect == draft.digest else {
            throw CommandProblem(
                "the draft has changed since it was looked at, and nothing was published",
                advice: "Use `experiments template draft show` to look at it again.")
        }
        let publication = workspace.publication(
            of: .draft(draft), note: description, for: located.project.keys)
        // Edits made during the publication stay a draft.
        func rebase(on base: PublishedTemplate) throws { _ = try workspace.edit(.rebase(base), global) }
        let published = try dialogue.publish(publication, to: workspace.origin) { base, _ in
            try rebase(on: base)
        }
        if published == nil, draft.isEmpty { try rebase(on: draft.base) }
    }

    /// An assistant publishes to a source in production only if a person named the source.
    private static func checkAssistant(_ workspace: TemplateWorkspace) throws {
        guard Environment.assistant != nil, EnvironmentName.isProduction(workspace.environment),
            !Environment.assistantProduction.contains(where: { $0.isExactly(workspace.source) })
        else { return }
        throw CommandProblem(
            "\(workspace.source) is in production, and the assistant may not publish to it",
            advice: """
                A person can allow it: start the server with `experiments mcp --allow-production \
                \(ShellWord.quoted(workspace.source))`.
                """)
    }

    private func publish(_ path: String) throws {
        let file = try TemplateFile(path)
        let namespace = service.namespace
        let (template, _) = try file.template(for: namespace)
        let client = try service.client()
        let known = KnownFirebaseProject(client.project, global.settings)
        let input = TemplateFileInput(path, template, etag: etag, isForced: force) { current, ending in
            let warnings = try file.warnings(for: namespace, since: current)
            try file.check(template, replacing: current, ending: ending)
            return warnings
        }
        let origin = TemplateOrigin.service(client)
        try dialogue.publish(
            TemplatePublication(
                TemplateInput(.file(input), note: description, keys: known.keys, ending: Set(ending.studies)),
                to: origin.title,
                consent: PublicationConsent(in: known.environment, called: client.project)), to: origin)
    }

    private var dialogue: PublishingDialogue<TemplateVoice> {
        PublishingDialogue(
            TemplateVoice(global), PublishingConsent(isYes: yes, isRaw: raw, isForced: force),
            within: global.waits)
    }
}

extension TemplateFile {
    /// Checks the rules that depend on the published version.
    ///
    /// - Throws: `TemplateProblems`.
    func check(
        _ edited: RemoteConfigTemplate, replacing published: RemoteConfigTemplate, ending: Set<StudyReference>
    ) throws(TemplateProblems) {
        let validator = TemplateValidator()
        let problems =
            validator.unknownMembers(of: edited, replacing: published)
            + validator.problems(of: edited, replacing: published, ending: ending).map(\.aboutFile)
        guard problems.isEmpty else { throw TemplateProblems(problems.placed(in: bytes), in: path) }
    }
}

extension TemplateProblem {
    /// The same problem, with advice for a file that another program may have written.
    fileprivate var aboutFile: TemplateProblem {
        guard rule == .runningExperiment, let advice else { return self }
        var problem = self
        problem.advice =
            "Firebase's Admin SDK for Java omits such values from the template; put the value back, or \(advice)"
        return problem
    }
}
