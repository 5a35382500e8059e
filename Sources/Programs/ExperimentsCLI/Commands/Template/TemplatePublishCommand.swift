import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// Publishes a template.
struct TemplatePublishCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a template, if nobody else did meanwhile.",
        discussion: """
            Without a file, publishes the draft of a source of the project: it is checked, here and by the service, what \
            it changes is printed, and a question asked; where the source's environment is production, the project's \
            name has to be typed. Where the answer is lost, the service is asked what is published now. \
            With a file, publishes that, after the same checks and a question. Either way, where the version that it was \
            made on is not the one that is published any more, nothing is published, and your edit is printed beside \
            theirs.
            """)
    static let examples = [
        CommandExample("experiments template publish", "Publish the draft, after a question"),
        CommandExample(
            "experiments template publish template.json --service-account service-account.json", "Publish a file"),
    ]

    @Argument(
        help: ArgumentHelp(
            "The JSON file of a template. Default: the draft of the project's source.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String?

    @Flag(help: "Publish without a question.") var yes = false

    @Flag(help: "Overwrite whatever is published.") var force = false

    @Option(help: ArgumentHelp("The tag that the template was read with.", valueName: "etag")) var etag: String?

    @Option(help: ArgumentHelp("What to say about the new version.", valueName: "text")) var description: String?

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard file == nil, force || etag != nil || service.isGiven else { return }
        throw ValidationError(
            "Without a file, the draft of a source is published, whose project and account the project file names.")
    }

    func run() throws {
        guard let file else { return try publishDraft() }
        try publish(file)
    }

    private func publishDraft() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let draft = try workspace.storedDraft()
        let publication = workspace.publication(of: .draft(draft), note: description)
        let published = try DraftPublishing(global, yes: yes).publish(publication, to: workspace.origin)
        // What was edited while it was on its way stays a draft.
        guard let base = published ?? (draft.isEmpty ? draft.base : nil) else { return }
        _ = try Progress.wait("Editing the draft") { try await workspace.change(.rebase(base)) }
    }

    private func publish(_ file: String) throws {
        let (read, warnings) = try TemplateFile(file).template(for: service.namespace, isChecked: true)
        for warning in warnings { StandardError.report(warning, as: "warning") }
        var template = read
        if let description { template.setVersionDescription(description) }
        let client = try service.client()
        let (edited, etag, force) = (template, etag, force)
        let current = try Progress.wait("Asking project \(client.project)") {
            force
                ? try await client.template()
                : try await TemplatePublisher(client).current(publishing: edited, etag: etag)
        }
        if !force {
            let problems = TemplateValidator().problems(of: edited, replacing: current.template)
            guard problems.isEmpty else { throw TemplateProblems(problems, in: file) }
        }
        let difference = TemplateDifference(from: current.template, to: edited)
        if !global.json { try TemplateDifferencePrinter(global.settings).print(difference) }
        try ask(difference, client)
        let published = try Progress.wait("Publishing") {
            // A publication after the question is reported like one before it.
            force
                ? try await client.publish(edited, etag: nil)
                : try await TemplatePublisher(client).publish(edited, etag: etag ?? current.etag)
        }
        try report(published, difference)
    }

    private func ask(_ difference: TemplateDifference, _ client: TemplateClient) throws {
        let changes = TemplateWords.changes(difference.changes.count)
        guard !yes else {
            if difference.changes.count > 1 { StandardError.line("publishing \(changes)") }
            return
        }
        let others = force ? ", whatever others published" : ""
        try Question.publishing("Publish \(changes) to project \(client.project)\(others)").ask()
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
        try StandardOutput.line("published" + (version.map { " version \($0)" } ?? ""))
    }
}

extension Question {
    /// A question before something is published.
    ///
    /// - Parameter name: what has to be typed for a yes; nil if `y` will do.
    static func publishing(_ text: String, typing name: String? = nil) -> Question {
        Question(
            text: text, reason: "nothing is published without a question",
            advice: "Use --yes to publish without one.", refusal: "nothing was published", expected: name)
    }
}
