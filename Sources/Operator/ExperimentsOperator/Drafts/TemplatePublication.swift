import ExperimentsCore
import FirebaseTemplates

/// The steps of publishing a template, to a project or to a file.
package typealias TemplatePublication = Publication<TemplateOrigin>

/// What is published to a template, and how.
package struct TemplateInput: Sendable {
    /// What is published.
    package indirect enum Action: Sendable {
        /// A draft, in place of the version that it was made on. Promotions are drafts, too.
        case draft(TemplateDraft)
        /// An earlier version, again.
        case rollback(to: Int64)
        /// An earlier version from an archive, because the service no longer has it.
        case archived(Int64, RemoteConfigTemplate)
        /// The content of a file.
        case file(TemplateFileInput)
        /// Changes that are made to whatever is published, such as one edit or the step of a rollout.
        case changes(TemplateChanges)
    }

    /// What is published.
    package let action: Action
    /// The description of the new version; nil for none.
    package let note: String?
    /// The keys of the app, for checking new values.
    package let keys: [CatalogKey]
    /// The experiments and rollouts that it may end, in addition to those that a draft allows.
    package private(set) var ending: Set<StudyReference>

    package init(
        _ action: Action, note: String? = nil, keys: [CatalogKey] = [], ending: Set<StudyReference> = []
    ) {
        self.action = action
        self.note = note
        self.keys = keys
        self.ending = ending
    }

    /// Returns the same input, which may also end these experiments and rollouts.
    func permitting(_ studies: [StudyReference]) -> TemplateInput {
        var input = self
        input.ending.formUnion(studies)
        return input
    }
}

/// A file to publish.
package struct TemplateFileInput: Sendable {
    /// The path, as messages show it.
    package let path: String
    /// The content of the file.
    package let template: RemoteConfigTemplate
    /// The ETag of the version that the file is based on, if it is given apart from the file.
    package let etag: String?
    /// Whether it overwrites any published version.
    package let isForced: Bool
    /// Checks the rules that depend on the published template, and returns the warnings with their places.
    let check: @Sendable (RemoteConfigTemplate, Set<StudyReference>) throws -> [TemplateProblem]

    package init(
        _ path: String, _ template: RemoteConfigTemplate, etag: String?, isForced: Bool,
        check: @escaping @Sendable (RemoteConfigTemplate, Set<StudyReference>) throws -> [TemplateProblem]
    ) {
        self.path = path
        self.template = template
        self.etag = etag
        self.isForced = isForced
        self.check = check
    }
}

/// Changes to whatever version is published. If someone else publishes first, they are made to that version.
package struct TemplateChanges: Sendable {
    /// The changes in words, for the question: `Publish TITLE to project my-shop`.
    package let title: String
    /// Returns the changed template.
    ///
    /// - Throws: the reason why a template does not accept the changes.
    let apply: @Sendable (RemoteConfigTemplate) throws -> RemoteConfigTemplate

    /// Whether the service checks the changes before they are sent.
    let isRehearsed: Bool

    /// - Parameter isRehearsed: whether the service checks the changes first. Pass false for changes that are urgent.
    package init(
        _ title: String, isRehearsed: Bool = true,
        apply: @escaping @Sendable (RemoteConfigTemplate) throws -> RemoteConfigTemplate
    ) {
        self.title = title
        self.isRehearsed = isRehearsed
        self.apply = apply
    }

    /// Returns the changed template.
    ///
    /// - Throws: the reason why a template does not accept the changes.
    package func applied(to template: RemoteConfigTemplate) throws -> RemoteConfigTemplate {
        try apply(template)
    }

    /// Creates the changes of edits.
    package init(_ title: String, _ edits: [TemplateEdit]) {
        self.init(title) { template in
            try edits.reduce(template) { try $0.applying($1) }
        }
    }
}

/// A template that is about to be published.
package struct TemplateCandidate: Sendable {
    /// The template after the publication.
    package let template: RemoteConfigTemplate
    /// The version that a file names as its base, if it is not the published one and still exists.
    package let namedBase: RemoteConfigTemplate?
    /// The namespace of the template, whose rules apply.
    package let namespace: TemplateNamespace

    package init(
        _ template: RemoteConfigTemplate, namedBase: RemoteConfigTemplate? = nil,
        in namespace: TemplateNamespace = .client
    ) {
        self.template = template
        self.namedBase = namedBase
        self.namespace = namespace
    }
}

/// The changes to a template, for review before they are sent.
package struct TemplateReview: Sendable {
    /// What is published.
    package let action: TemplateInput.Action
    /// The template that is published now.
    package let current: PublishedTemplate
    /// The template after the publication.
    package fileprivate(set) var template: RemoteConfigTemplate
    /// The differences between the two.
    package let difference: TemplateDifference
    /// Problems with the changes, which do not prevent publishing.
    package let warnings: [TemplateProblem]
    /// Problems that the published template already has, with parts that do not change.
    package let knownWarnings: [TemplateProblem]
    /// The values that the app would not accept.
    package let incorrect: [IncorrectTemplateValue]
    /// The experiments and rollouts that end with it.
    package let ended: [StudyReference]
    /// What else changes with it, in words.
    package let effects: [String]
    /// The risks that need more than a confirmation.
    package let risks: [PublicationRisk]
}

/// What others have published, next to what should be published.
package enum TemplateConflict: Sendable {
    /// The draft on the new version, with the edits that still apply.
    case draft(TemplateRebase, PublishedTemplate)
    /// A file and the published version.
    case file(TemplateFileConflict)
    /// The published version.
    case version(PublishedTemplate)

    /// The version that is published now.
    package var current: PublishedTemplate {
        switch self {
        case .draft(_, let current), .version(let current): current
        case .file(let conflict): conflict.current
        }
    }
}

/// A risk of a publication. Without a question, it must be accepted by an option.
package struct PublicationRisk: Sendable, Hashable {
    /// The option that accepts it.
    package enum Option: Sendable, Hashable {
        /// `--force`: it overwrites what is published.
        case force
        /// `--raw`: it publishes values that the app does not accept.
        case raw
    }

    /// The option that accepts it.
    package let option: Option
    /// The warning before the question, line by line.
    package let warning: [String]
    /// The error if no question can be asked.
    package let refusal: String
    /// Lines below the error; nil for none.
    package let excerpt: String?
    /// The advice of the error.
    package let advice: String
}

extension TemplateOrigin: PublicationTarget {
    package func candidate(of input: TemplateInput, on base: PublishedTemplate) async throws
        -> TemplateCandidate
    {
        var namedBase: RemoteConfigTemplate?
        let candidate: RemoteConfigTemplate
        switch input.action {
        case .rollback(let version): candidate = try await template(version: version).template
        case .archived(_, let template): candidate = template
        case .draft(let draft): candidate = hasVersions ? draft.publishable : draft.template
        case .changes(let changes): candidate = try changes.apply(base.template)
        case .file(let file):
            candidate = file.publishable(after: base.template)
            // The version may no longer exist; then the file is compared with the published template.
            if file.isStale(beside: base), let number = file.template.versionNumber {
                namedBase = try? await template(version: number).template
            }
        }
        return TemplateCandidate(candidate, namedBase: namedBase, in: namespace)
    }

    package func rehearse(_ review: TemplateReview) async throws {
        // The service has accepted an earlier version before.
        if case .rollback = review.action { return }
        if case .changes(let changes) = review.action, !changes.isRehearsed { return }
        try await validate(review.template, etag: review.tag)
    }

    package func send(_ review: TemplateReview) async throws -> PublishedTemplate {
        if case .rollback(let version) = review.action {
            return try await rollback(to: version, replacing: review.current.etag)
        }
        return try await publish(review.template, replacing: review.tag)
    }

    /// The number of versions that are read after a lost answer, to find the one that was sent.
    private static let mostVersions: Int64 = 20

    package func versions(since review: TemplateReview) async throws -> [PublishedTemplate] {
        let now = try await published()
        guard hasVersions, let first = review.current.template.versionNumber,
            let last = now.template.versionNumber,
            last > first + 1
        else { return [now] }
        var versions: [PublishedTemplate] = []
        for number in (first + 1)..<min(last, first + Self.mostVersions) {
            versions.append(try await template(version: number))
        }
        return versions + [now]
    }
}

extension TemplateReview {
    /// Returns the same review with a description of the new version.
    func described(as note: String) -> TemplateReview {
        var review = self
        review.template.setVersionDescription(ownDescription.map { "\($0); \(note)" } ?? note)
        return review
    }

    /// The description that belongs to the changes; nil if there is none. A rollout finds its steps by it.
    private var ownDescription: String? {
        guard case .changes = action, let words = template.version?.description else { return nil }
        let isOfCurrent = current.template.version?.description.map { $0.isExactly(words) } ?? false
        return isOfCurrent ? nil : words
    }

    /// The ETag of the version that is replaced; nil to replace any version.
    var tag: String? {
        if case .file(let file) = action, file.isForced { nil } else { current.etag }
    }
}

extension TemplateFileInput {
    /// Whether the file says which version it is based on.
    var saysItsBase: Bool { template.saysItsBase(etag: etag) }

    /// Returns whether others have published since the version that the file is based on.
    func isStale(beside base: PublishedTemplate) -> Bool {
        !isForced && template.isStale(etag: etag, beside: base)
    }

    /// Returns the template to send: without the description of the version that was edited, which does not apply to
    /// the new one.
    func publishable(after current: RemoteConfigTemplate) -> RemoteConfigTemplate {
        guard let words = template.version?.description, words == current.version?.description else {
            return template
        }
        var template = template
        template.setVersionDescription(nil)
        return template
    }
}

extension TemplateDraft {
    /// The template to send: without the description of the version it is based on, which does not apply to the new
    /// one.
    var publishable: RemoteConfigTemplate {
        var sent = template
        if sent.version?.description != nil { sent.setVersionDescription(nil) }
        return sent
    }
}
