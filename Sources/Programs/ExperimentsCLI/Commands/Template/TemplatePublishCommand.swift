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

            With a file, publishes it after the same checks and a question. In both cases, nothing is published if \
            someone else published first; your edits are then shown next to theirs. Nothing is published if there are \
            no differences.

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

    @Option(help: ArgumentHelp("ETag of the version the file is based on", valueName: "etag")) var etag: String?

    @Option(help: ArgumentHelp("Description of the new version", valueName: "text")) var description: String?

    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if file == nil, !ending.studies.isEmpty {
            throw ValidationError(
                "Without a file, use --end-experiment or --end-rollout with the command that edits the draft.")
        }
        guard file == nil, force || etag != nil || service.isGiven else { return }
        throw ValidationError("--force, --etag and options of the service require a file")
    }

    func run() throws {
        guard let file else { return try publishDraft() }
        try publish(file)
    }

    private func publishDraft() throws {
        let (workspace, located) = try TemplateWorkspace.opened(global.settings)
        let draft = try workspace.storedDraft()
        let publication = workspace.publication(of: .draft(draft), note: description, for: located.project.keys)
        let published = try DraftPublishing(global, yes: yes, raw: raw).publish(publication, to: workspace.origin)
        // Edits made during the publication stay a draft.
        guard let base = published ?? (draft.isEmpty ? draft.base : nil) else { return }
        _ = try workspace.edit(.rebase(base), global)
    }

    private func publish(_ path: String) throws {
        let file = try TemplateFile(path)
        var (template, _) = try file.template(for: service.namespace)
        if let description { template.setVersionDescription(description) }
        let client = try service.client()
        let (edited, etag, force) = (template, etag, force)
        let current = try Progress.wait("Asking project \(client.project)", within: global.waits) {
            force
                ? try await client.template()
                : try await TemplatePublisher(client).current(publishing: edited, etag: etag)
        }
        let warnings = try file.warnings(for: service.namespace, since: current.template)
        for warning in warnings { StandardError.report(warning, as: "warning") }
        let difference = TemplateDifference(from: current.template, to: edited)
        if difference.isEmpty { return try reportNothing(current) }
        try file.check(edited, replacing: current.template, ending: Set(ending.studies))
        if !global.json { try difference.print(global.settings) }
        try ask(
            FilePublication(of: path, edited, replacing: current, etag: etag, keys: keys(of: client)), difference,
            to: client)
        let published = try Progress.wait("Publishing", within: global.waits, changing: "template versions") {
            // A publication after the question is reported like one before the question.
            force
                ? try await client.publish(edited, etag: nil)
                : try await TemplatePublisher(client).publish(edited, etag: etag ?? current.etag)
        }
        StandardOutput.noteChange()
        try report(published, difference)
    }

    /// The keys of the project file, if a source of it is this Firebase project.
    private func keys(of client: TemplateClient) -> [CatalogKey] {
        do {
            guard let project = try LocatedProject(global.settings)?.project else { return [] }
            return project.sources.contains { $0.firebaseProject == client.project } ? project.keys : []
        } catch {
            StandardError.line("note: values were not checked against the project's keys: \(error)")
            return []
        }
    }

    private func ask(
        _ publication: FilePublication, _ difference: TemplateDifference, to client: TemplateClient
    ) throws {
        let changes = TemplateWords.changes(difference.changes.count)
        if yes, let problem = publication.refusal(isForced: force, isRaw: raw) { throw problem }
        for line in publication.warnings(isForced: force) { StandardError.line("warning: \(line)") }
        guard !yes else {
            if difference.changes.count > 1 { StandardError.line("publishing \(changes)") }
            return
        }
        let others = force ? " and overwrite the published version" : ""
        try Question.publishing("Publish \(changes) to project \(client.project)\(others)").ask()
    }

    private func reportNothing(_ current: PublishedTemplate) throws {
        guard !global.json else {
            return try report(current, TemplateDifference(from: current.template, to: current.template))
        }
        try StandardOutput.line("\(PublicationWords.nothing)")
    }

    private func report(_ published: PublishedTemplate, _ difference: TemplateDifference) throws {
        let version = published.template.versionNumber
        try global.settings.print(
            [
                "version": version, "etag": published.etag, "changes": difference.json,
            ], else: "published" + (version.map { " version \($0)" } ?? ""))
    }
}

extension Question {
    /// Returns the question before a publication.
    ///
    /// - Parameter name: the text to type as consent; nil if `y` is enough.
    static func publishing(_ text: String, typing name: String? = nil) -> Question {
        Question(
            text: text, reason: "publishing needs confirmation",
            advice: "Use --yes to publish without a question.", refusal: "nothing was published", expected: name)
    }
}

/// The risks of publishing a file: lost changes, and values that the app could not read.
struct FilePublication {
    private let path: String
    /// Whether the work of others may be undone, because the file does not contain the version it was made from.
    private let isBaseUnknown: Bool
    /// The number of published parameters if the file has none; otherwise 0.
    private let removed: Int
    private let incorrect: [IncorrectTemplateValue]

    init(
        of path: String, _ edited: RemoteConfigTemplate, replacing current: PublishedTemplate, etag: String?,
        keys: [CatalogKey]
    ) {
        self.path = path
        let isFirst = current.template.parameters.isEmpty && current.template.conditions.isEmpty
        isBaseUnknown = !isFirst && !TemplatePublisher.saysItsBase(edited, etag: etag)
        removed = edited.parameters.isEmpty ? current.template.parameters.count : 0
        incorrect = IncorrectTemplateValue.all(in: edited, replacing: current.template, for: keys)
    }

    private var baseWords: String { "\(path) does not say which version of the template it is based on" }

    private var emptyWords: String {
        "\(path) has no parameters; publishing it removes \(TemplateWords.parameters(removed))"
    }

    /// The warnings before the question.
    func warnings(isForced: Bool) -> [String] {
        var warnings: [String] = []
        if isBaseUnknown, !isForced { warnings.append("\(baseWords); changes by others may be undone") }
        if removed > 0 { warnings.append(emptyWords) }
        return warnings + TemplateWords.lines(incorrect: incorrect)
    }

    /// The reason not to publish if no question can be asked; nil if there is none.
    func refusal(isForced: Bool, isRaw: Bool) -> CommandProblem? {
        if isBaseUnknown, !isForced {
            return CommandProblem(
                "\(baseWords); nothing was published",
                advice: """
                    Get the template with `experiments template get -o FILE`, edit it, and publish that file. Use --etag to \
                    name the version, or --force to overwrite the published version.
                    """)
        }
        if removed > 0, !isForced {
            return CommandProblem("\(emptyWords); nothing was published", advice: "Use --force to publish it anyway.")
        }
        return isRaw || incorrect.isEmpty ? nil : CommandProblem.incorrect(incorrect)
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
            + validator.problems(of: edited, replacing: published, ending: ending)
        guard problems.isEmpty else { throw TemplateProblems(problems.placed(in: bytes), in: path) }
    }
}

extension ProjectSource {
    /// The ID of the Firebase project of its values; nil if it is unknown, or for another kind of source.
    var firebaseProject: String? {
        switch settings {
        case let settings as FirebaseSourceSettings:
            if case .fields(let project, _, _) = settings.identity { project } else { nil }
        case let settings as TemplateSourceSettings:
            if case .service(let project, _, _, _) = settings.origin { project } else { nil }
        case let settings as EmulatorSourceSettings: settings.project ?? EmulatorDefaults.projectID
        default: nil
        }
    }
}
