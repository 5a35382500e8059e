import ExperimentsCore
import FirebaseTemplates

// Decides what publishing something to a template would do. Nothing here reads or writes.
extension TemplateOrigin {
    package static func judgement(of input: TemplateInput) -> PublicationJudgement<TemplateOrigin>? {
        guard case .draft(let draft) = input.action else { return nil }
        if draft.isEmpty { return .unchanged(nil) }
        guard draft.errors.isEmpty else {
            return .refused(RefusalReason(TemplateProblems(draft.errors)), permitted: nil)
        }
        return nil
    }

    package static func judgement(
        of input: TemplateInput, _ candidate: TemplateCandidate, on base: PublishedTemplate
    ) -> PublicationJudgement<TemplateOrigin> {
        let current = base.template
        if case .draft(let draft) = input.action, !isSame(draft.base, base) {
            return .conflict(.draft(draft.rebased(on: base), base))
        }
        var template = candidate.template
        let difference = TemplateDifference(from: current, to: template)
        if difference.isEmpty { return .unchanged(base) }
        if case .file(let file) = input.action, file.isStale(beside: base) {
            return .conflict(
                .file(TemplateFileConflict(file.template, base: candidate.namedBase, current: base)))
        }
        guard base.etag != nil || !input.needsTag else {
            return .refused(RefusalReason("the service sent no ETag; nothing was published"), permitted: nil)
        }
        if let note = input.note { template.setVersionDescription(note) }
        let validator = TemplateValidator(namespace: candidate.namespace)
        let ended = validator.studies(endedBy: template, replacing: current)
        var warnings = validator.problems(of: template, since: current)
        switch input.action {
        case .file(let file):
            do {
                warnings = try file.check(current, input.ending)
            } catch {
                return .refused(RefusalReason(error), permitted: nil)
            }
        case .rollback, .archived, .changes:
            let problems = validator.problems(of: template, replacing: current, ending: input.ending)
            guard problems.isEmpty else {
                return .refused(RefusalReason(TemplateProblems(problems)), permitted: input.permitting(ended))
            }
        // A draft contains the permission to end something.
        case .draft: break
        }
        warnings = warnings.filter { $0.severity == .warning }
        let known = Set(validator.problems(of: current).map(\.summary))
        let incorrect = IncorrectTemplateValue.all(in: template, replacing: current, for: input.keys)
        return .review(
            TemplateReview(
                action: input.action, current: base, template: template, difference: difference,
                warnings: warnings.filter { !known.contains($0.summary) },
                knownWarnings: warnings.filter {
                    known.contains($0.summary) && !input.accepts($0, in: template)
                }, incorrect: incorrect, ended: ended,
                effects: TemplateEffects.sentences(from: current, to: template),
                risks: input.risks(of: template, replacing: current) + PublicationRisk.all(incorrect)))
    }

    package static func standing(
        of review: TemplateReview, among versions: [PublishedTemplate]
    ) -> PublicationStanding<PublishedTemplate> {
        guard let now = versions.last else { return .unclear }
        let later = versions.filter { !isSame(review.current, $0) }
        let own = later.first { TemplateDifference(from: review.template, to: $0.template).isEmpty }
        return own.map { .published($0) } ?? (isSame(review.current, now) ? .untouched : .others(now))
    }

    package static func conflict(
        _ input: TemplateInput, _ review: TemplateReview, with base: PublishedTemplate
    ) -> TemplateConflict {
        switch input.action {
        case .draft(let draft): .draft(draft.rebased(on: base), base)
        case .file(let file):
            .file(TemplateFileConflict(file.template, base: review.current.template, current: base))
        case .rollback, .archived, .changes: .version(base)
        }
    }

    package static func isAppliedAgain(_ input: TemplateInput) -> Bool {
        if case .changes = input.action { true } else { false }
    }

    package static func isSame(_ review: TemplateReview, _ other: TemplateReview) -> Bool {
        review.difference == other.difference && review.ended == other.ended
            && review.effects == other.effects
    }

    package static func described(_ review: TemplateReview, as note: String) -> TemplateReview {
        review.described(as: note)
    }

    /// Returns whether two templates are the same version. Without tags, their content decides.
    static func isSame(_ base: PublishedTemplate, _ current: PublishedTemplate) -> Bool {
        if let one = base.etag, let other = current.etag { return one == other }
        return base.template == current.template
    }
}

extension TemplateInput {
    /// Whether the version that it replaces must be named, so that it does not overwrite another person's.
    fileprivate var needsTag: Bool {
        switch action {
        case .draft, .changes, .archived: true
        case .file(let file): !file.isForced
        case .rollback: false
        }
    }

    /// Returns whether a problem with the type of a parameter is none for the app: its key, which is what the lists of
    /// keys show, accepts all values.
    fileprivate func accepts(_ problem: TemplateProblem, in template: RemoteConfigTemplate) -> Bool {
        guard problem.rule == .valueType, let key = keys.first(where: { $0.name == problem.parameterKey })
        else {
            return false
        }
        return IncorrectTemplateValue.all(in: template, replacing: RemoteConfigTemplate(), for: [key]).isEmpty
    }

    /// The risks of a file: changes of others that get lost, and parameters that disappear.
    fileprivate func risks(
        of template: RemoteConfigTemplate, replacing current: RemoteConfigTemplate
    ) -> [PublicationRisk] {
        guard case .file(let file) = action else { return [] }
        var risks: [PublicationRisk] = []
        let isFirst = current.parameters.isEmpty && current.conditions.isEmpty
        if !isFirst, !file.saysItsBase, !file.isForced {
            let words = "\(file.path) does not say which version of the template it is based on"
            risks.append(
                PublicationRisk(
                    option: .force, warning: ["\(words); changes by others may be undone"],
                    refusal: "\(words); nothing was published", excerpt: nil,
                    advice: """
                        Get the template with `experiments template get -o FILE`, edit it, and publish that file. Use \
                        --etag to name the version, or --force to overwrite the published version.
                        """))
        }
        if template.parameters.isEmpty, !current.parameters.isEmpty {
            let removed = TemplateWords.parameters(current.parameters.count)
            let words = "\(file.path) has no parameters; publishing it removes \(removed)"
            risks.append(
                PublicationRisk(
                    option: .force, warning: [words], refusal: "\(words); nothing was published",
                    excerpt: nil,
                    advice: "Use --force to publish it anyway."))
        }
        return risks
    }
}

extension PublicationRisk {
    /// Returns the risk of values that the app does not accept; none if there are no such values.
    fileprivate static func all(_ incorrect: [IncorrectTemplateValue]) -> [PublicationRisk] {
        guard !incorrect.isEmpty else { return [] }
        return [
            PublicationRisk(
                option: .raw, warning: TemplateWords.lines(incorrect: incorrect),
                refusal: "\(TemplateWords.incorrect(incorrect.count)) in the app; nothing was published",
                excerpt: incorrect.map { "\($0)" }.joined(separator: "\n"),
                advice: "Correct the value, or use --raw to publish it anyway.")
        ]
    }
}
