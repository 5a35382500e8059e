import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import FirebaseTemplates

// What the panel of a publication shows of a template.
extension TemplateOrigin: PublishedTarget {
    private static let take = KeyHint("t", "rebase the edits onto the newest version")
    private static let again = KeyHint("r", "try again")

    static func publishing(in state: DashboardState) -> PublishingState<TemplateOrigin> {
        state.templates.publishing
    }

    static func message(_ step: PublishingStep<TemplateOrigin>) -> Effect {
        .send(\.templates, .publishing(step))
    }

    static func effect(of request: TemplatePublication.Request) -> Effect { .template(.publication(request)) }

    static func question(_ publication: TemplatePublication, _ review: TemplateReview) -> String {
        TemplateWords.question(publication, review)
    }

    static func published(
        _ base: PublishedTemplate, _ review: TemplateReview, of publication: TemplatePublication,
        found: String?
    ) -> String {
        TemplateWords.published(review.action, base, found: found)
    }

    static func lines(of review: TemplateReview, _ state: DashboardState, _ text: PublishingText) -> [[Span]]
    {
        let ended =
            review.ended.isEmpty
            ? [] : state.templates.endingLines(review.ended, state.project.localTime)
        let known = review.knownWarnings.map { $0.shortSummary }
        return TemplateDifferencePanel.lines(of: review.difference, columns: text.columns)
            + ended.flatMap { text.wrapped($0, .warning) }
            + review.effects.flatMap { text.wrapped($0, .warning) }
            + review.risks.flatMap(\.warning).flatMap { text.wrapped($0, .error) }
            + review.warnings.flatMap { text.wrapped("warning: \($0.shortSummary)", .warning) }
            + TemplateAudience(review, state).lines(text)
            + (known.isEmpty ? [] : [[]] + text.wrapped("Not part of your changes, already published:", .dim))
            + known.flatMap { text.wrapped($0, .dim) }
    }

    static func lines(of conflict: TemplateConflict, _ text: PublishingText) -> [[Span]] {
        let head = text.wrapped(TemplateWords.conflict(conflict.current), .error)
        guard case .draft(let rebase, _) = conflict else { return head }
        return head + [[]] + text.wrapped(PublicationWords.othersTitle, .popupTitle)
            + TemplateDifferencePanel.lines(of: rebase.others, columns: text.columns) + [[]]
            + text.wrapped(TemplateWords.summary(of: rebase), .popupTitle)
            + rebase.conflicts.flatMap { conflict in
                TemplateWords.lines(of: conflict).enumerated().flatMap {
                    text.wrapped($1, $0 == 0 ? .warning : .popup)
                }
            }
    }

    static func resolution(
        of conflict: TemplateConflict, _ publication: TemplatePublication, _ state: DashboardState
    ) -> (hint: KeyHint, effects: [Effect])? {
        if case .draft(_, let current) = conflict {
            return (take, [.send(\.templates, .takeOver(current))])
        }
        return (again, [.send(\.templates, .publish(publication.input.action))])
    }

    static func permission(
        _ permitted: TemplateInput, of publication: TemplatePublication, _ state: DashboardState
    ) -> (lines: [String], confirmation: Confirmation)? {
        let studies = permitted.ending.subtracting(publication.input.ending).sorted { "\($0)" < "\($1)" }
        guard !studies.isEmpty else { return nil }
        let time = state.project.localTime
        return (
            state.templates.endingLines(studies, time),
            state.templates.confirmation(ending: studies, [message(.event(.permitted))], time)
        )
    }
}

/// Who gets the changes of a publication: the personas with their new values, and the linked apps.
struct TemplateAudience {
    /// The most keys and personas that are listed.
    private static let mostKeys = 3
    private static let mostPersonas = 6

    private let sentences: [String]

    init(_ review: TemplateReview, _ state: DashboardState) {
        let before = ClientTemplate(review.current.template)
        let after = ClientTemplate(review.template)
        let users = Self.users(state)
        let outcomes = users.map { user in
            let instance = AppInstance(user.persona, now: state.now)
            return (name: user.name, old: before.evaluate(for: instance), new: after.evaluate(for: instance))
        }
        var sentences: [String] = []
        for key in Self.keys(of: review).prefix(Self.mostKeys) {
            let values = outcomes.map { user -> String in
                let was = Self.text(user.old[key])
                let now = Self.text(user.new[key])
                return "\(user.name) " + (was == now ? "\(now) as before" : "\(was) → \(now)")
            }
            sentences.append("\(key): " + values.joined(separator: " · "))
        }
        let more = Self.keys(of: review).count - Self.mostKeys
        if more > 0 { sentences.append("and \(CountText.count(more, "more key"))") }
        let apps = Set(
            state.apps.apps.values.map {
                [$0.identity.app, $0.identity.version].compactMap(\.self).joined(separator: " ")
            }
        ).sorted()
        if !sentences.isEmpty, !apps.isEmpty {
            sentences.append(
                "Apps: \(apps.prefix(3).joined(separator: ", "))"
                    + (apps.count > 3 ? " and \(apps.count - 3) more" : "") + " get it with the next fetch")
        }
        self.sentences = sentences
    }

    func lines(_ text: PublishingText) -> [[Span]] {
        sentences.isEmpty
            ? []
            : [[]] + text.wrapped("Who gets it:", .popupTitle)
                + sentences.flatMap { text.wrapped($0, .popup) }
    }

    /// The keys whose values can change: those that the difference names, and those that its conditions decide.
    private static func keys(of review: TemplateReview) -> [String] {
        let names = review.difference.changes.map(\.subject)
        return review.template.parameters.filter { parameter in
            names.contains(.parameter(parameter.key))
                || parameter.conditionalValues.contains { names.contains(.condition($0.condition)) }
        }.map(\.key)
    }

    /// The configured user of the source, and the personas.
    private static func users(_ state: DashboardState) -> [(name: String, persona: SourcePersona)] {
        let configured = state.source.persona?.configured ?? SourcePersona()
        let first = configured.fields.isEmpty ? "any user" : "as configured"
        return [(first, configured)]
            + state.templates.personas.prefix(mostPersonas).map { ($0.name, $0.laid(over: configured)) }
    }

    private static func text(_ outcome: ClientEvaluation.Outcome?) -> String {
        guard let outcome else { return "nothing" }
        return outcome.text.map { $0.isEmpty ? "(empty)" : DisplayText($0).slice(from: 0, columns: 24) }
            ?? "the app's default"
    }
}
