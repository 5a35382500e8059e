import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

/// What may go wrong when a file is published: what would be lost, and what the app could not read.
struct FilePublication {
    private let path: String
    /// Whether others' work may be undone, because the file does not say from which version it was made.
    private let isBaseUnknown: Bool
    /// The number of published parameters, if the file has none; else 0.
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

    private var baseWords: String { "\(path) does not say which version of the template it was made from" }

    private var emptyWords: String {
        "\(path) has no parameters; publishing it removes \(TemplateWords.parameters(removed))"
    }

    /// The warnings before the question.
    func warnings(isForced: Bool) -> [String] {
        var warnings: [String] = []
        if isBaseUnknown, !isForced { warnings.append("\(baseWords); what others changed since may be undone") }
        if removed > 0 { warnings.append(emptyWords) }
        return warnings + TemplateWords.lines(incorrect: incorrect)
    }

    /// The reason not to publish if nobody is asked; nil if there is none.
    func refusal(isForced: Bool, isRaw: Bool) -> CommandProblem? {
        if isBaseUnknown, !isForced {
            return CommandProblem(
                "\(baseWords); nothing was published",
                advice: """
                    Get the template with `experiments template get -o FILE`, make the change there, and publish that. \
                    --etag names the version, and --force overwrites whatever is published.
                    """)
        }
        if removed > 0, !isForced {
            return CommandProblem(
                "\(emptyWords); nothing was published", advice: "If that is what you want, add --force.")
        }
        return isRaw || incorrect.isEmpty ? nil : CommandProblem.incorrect(incorrect)
    }
}

extension TemplateFile {
    /// Checks the rules that depend on what is published.
    ///
    /// - Throws: `TemplateProblems`.
    func check(
        _ edited: RemoteConfigTemplate, replacing published: RemoteConfigTemplate, mayEndExperiments: Bool
    ) throws(TemplateProblems) {
        let validator = TemplateValidator()
        var problems = validator.unknownMembers(of: edited, replacing: published)
        if !mayEndExperiments { problems += validator.problems(of: edited, replacing: published) }
        guard problems.isEmpty else { throw TemplateProblems(problems.placed(in: bytes), in: path) }
    }
}

extension ProjectSource {
    /// The ID of the Firebase project whose values it has; nil if it is another kind of source, or does not say.
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
