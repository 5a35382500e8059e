import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

/// What commands say about publishing a template.
struct TemplateVoice: PublicationVoice {
    let options: GlobalOptions
    let list = "template versions"

    init(_ options: GlobalOptions) { self.options = options }

    func show(_ review: TemplateReview, of publication: TemplatePublication) throws {
        for warning in review.warnings + review.knownWarnings { StandardError.report(warning, as: "warning") }
        for effect in review.effects { StandardError.line("note: \(VisibleText.of(effect))") }
        if !options.json { try review.difference.print(options.settings) }
    }

    func risks(of review: TemplateReview) -> [PublicationRisk] { review.risks }

    func countOfChanges(in review: TemplateReview) -> Int { review.difference.changes.count }

    func question(_ publication: TemplatePublication, _ review: TemplateReview) -> String {
        TemplateWords.question(publication, review)
    }

    func report(
        _ base: PublishedTemplate, _ review: TemplateReview, of publication: TemplatePublication,
        foundLater found: String?
    ) throws {
        guard options.json else {
            return try StandardOutput.line("\(TemplateWords.published(review.action, base, found: found))")
        }
        var source: Int64?
        switch review.action {
        case .rollback(let version), .archived(let version, _): source = version
        case .draft, .file, .changes: break
        }
        try StandardOutput.document([
            "version": base.template.versionNumber, "rollbackSource": source, "etag": base.etag,
            "foundLater": found, "changes": review.difference.json,
        ])
    }

    func report(rehearsed review: TemplateReview, of publication: TemplatePublication) throws {
        try show(review, of: publication)
        try StandardOutput.line("the service accepts the changes; \(PublicationWords.notPublished)")
    }

    func reportUnchanged(_ base: PublishedTemplate?, of publication: TemplatePublication) throws {
        guard options.json, let base else { return try StandardOutput.line("\(PublicationWords.nothing)") }
        try StandardOutput.document([
            "version": base.template.versionNumber, "etag": base.etag, "changes": JSONValue.array([]),
        ])
    }

    func problem(_ conflict: TemplateConflict, of publication: TemplatePublication) -> any OperatorError {
        switch conflict {
        case .file(let conflict): return conflict
        case .version(let current):
            return CommandProblem(TemplateWords.conflict(current), advice: "Review it and try again.")
        case .draft(let rebase, let current):
            let others = rebase.others.changes.flatMap(\.lines).map { "    " + VisibleText.of($0) }
            let lines =
                [PublicationWords.othersTitle] + others + [TemplateWords.summary(of: rebase)]
                + rebase.conflicts.flatMap(TemplateWords.lines)
            return CommandProblem(
                TemplateWords.conflict(current), excerpt: lines.joined(separator: "\n"),
                advice:
                    "Use `experiments template draft rebase` to apply your edits to the new version, then publish again."
            )
        }
    }
}

/// The project file, as far as it says something about a Firebase project that is named on the command line.
struct KnownFirebaseProject {
    /// The environment of the first source that is this project; nil if there is none.
    let environment: String?
    /// The keys of the project file, if a source of it is this project.
    let keys: [CatalogKey]

    /// Reads the project file, if there is one. A project file that cannot be read only means that values are not
    /// checked, but then nothing can tell whether the project is production.
    init(_ project: String, _ settings: Settings) {
        do {
            let located = try LocatedProject(settings)?.project
            let sources = located?.sources.filter { $0.firebaseProject == project } ?? []
            environment =
                sources.lazy.compactMap(\.environment).first { EnvironmentName.isProduction($0) }
                ?? sources.lazy.compactMap(\.environment).first
            keys = sources.isEmpty ? [] : located?.keys ?? []
        } catch {
            StandardError.line("note: values were not checked against the project's keys: \(error)")
            environment = nil
            keys = []
        }
    }
}

extension ProjectSource {
    /// The ID of the Firebase project of its values; nil if it is unknown, or for another kind of source.
    fileprivate var firebaseProject: String? {
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
