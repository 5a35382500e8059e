import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The steps of a publication: the changes with the question, the progress, and the result.
struct TemplatePublishPanel: TextPanel {
    private static let yes = KeyHint("y", "publish")
    private static let take = KeyHint("t", "take over what applies")
    private static let again = KeyHint("r", "ask again")

    var text = ScrolledText<Filter>()
    /// The name as typed so far, if a yes is not enough.
    private(set) var name: TextField?
    private var isMistyped = false

    init(_ consent: TemplatePublication.Consent) {
        if case .typed = consent { name = TextField() }
    }

    var title: String { "Publish" }

    var typedField: TextField? { text.search.field }

    var escapeWord: String { typedField == nil ? "back" : "cancel" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard let publication = state.templates.publication else { return .close() }
        if typedField != nil {
            // A letter that is typed into the search is never an answer.
            _ = read(press, state)
            return .stay()
        }
        if press == KeyPress(.escape) {
            return .close([.send(\.templates, .publication(.declined)), .send(\.templates, .putAside)])
        }
        switch publication.stage {
        case .review:
            if let answer = answer(press, publication) { return answer }
        case .conflict(.some, let current):
            if Self.take.press == press {
                return .close([
                    .send(\.templates, .putAside),
                    .say("taken over; look at it, and publish again", .success, seconds: 5),
                    .send(\.templates, .takeOver(current)),
                ])
            }
        case .unknown:
            if Self.again.press == press { return .stay([.template(.publication(.look))]) }
        default: break
        }
        // Any other key must not close what may be on its way.
        if state.project.keyMap.command(for: press) == .quit {
            return .close([.send(\.templates, .putAside)])
        }
        _ = read(press, state)
        return .stay()
    }

    private mutating func answer(_ press: KeyPress, _ publication: TemplatePublication) -> PanelAnswer? {
        guard case .typed(let wanted) = publication.consent else {
            return press == Self.yes.press ? .stay([.send(\.templates, .publication(.consented))]) : nil
        }
        if press == KeyPress(.enter) {
            isMistyped = name?.text != wanted
            return .stay(isMistyped ? [] : [.send(\.templates, .publication(.consented))])
        }
        switch press.key {
        case .up, .down, .pageUp, .pageDown: return nil
        default:
            isMistyped = false
            _ = name?.handle(press)
            return .stay()
        }
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        guard let publication = state.templates.publication else { return [escapeHint] }
        switch publication.stage {
        case .review:
            if case .typed = publication.consent { return [KeyHint(.enter, "publish"), escapeHint] }
            return [Self.yes, escapeHint] + state.project.keyMap.choosing("scroll")
        case .conflict(.some, _): return [Self.take, escapeHint]
        case .unknown: return [Self.again, escapeHint]
        default: return [escapeHint]
        }
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        guard let publication = state.templates.publication else { return [] }
        let columns = max(10, min(100, state.size.columns - 6))
        func wrapped(_ text: String, _ role: Role) -> [[Span]] {
            Span(text, role).wrapped(to: columns, limit: 20)
        }
        switch publication.stage {
        case .checking: return wrapped("asking \(publication.origin)…", .live)
        case .review(let review):
            return wrapped(TemplateWords.question(publication, review) + "?", .popupTitle)
                + consent(publication, wrapped)
                + [[]] + TemplateWords.lines(incorrect: review.incorrect).flatMap { wrapped($0, .error) }
                + review.warnings.flatMap { wrapped("warning: \($0)", .warning) }
                + TemplateDifferencePanel.lines(of: review.difference, columns: columns)
        case .sending: return wrapped("publishing to \(publication.origin)…", .live)
        case .asking(_, let reason):
            return wrapped(reason, .warning) + wrapped("asking \(publication.origin) what is published…", .live)
        case .published(let published, _, let found):
            return wrapped(TemplateWords.published(publication, published, found: found), .success)
        case .conflict(let rebase, let current):
            return wrapped(TemplateWords.conflict(current), .error)
                + (rebase.map { lines(of: $0, columns, wrapped) } ?? [])
        case .refused(let reason):
            return reason.lines.flatMap { wrapped($0, .error) }
        case .unknown(_, let reason):
            return wrapped(PublicationWords.unknown(reason), .error)
        case .unchanged: return wrapped(PublicationWords.nothing, .popup)
        case .stopped: return wrapped("nothing was published", .popup)
        }
    }

    private func consent(
        _ publication: TemplatePublication, _ wrapped: (String, Role) -> [[Span]]
    ) -> [[Span]] {
        guard case .typed(let wanted) = publication.consent else {
            return wrapped(Self.yes.words("publishes it, ") + escapeHint.words("does not"), .dim)
        }
        let typed = [Span("Type \(wanted) to publish: ", .warning), Span((name?.text ?? "") + "_", .prompt)]
        return [typed] + (isMistyped ? wrapped("that is not it", .promptError) : [])
    }

    private func lines(
        of rebase: TemplateRebase, _ columns: Int, _ wrapped: (String, Role) -> [[Span]]
    ) -> [[Span]] {
        [[]] + wrapped(TemplateWords.othersTitle, .popupTitle)
            + TemplateDifferencePanel.lines(of: rebase.others, columns: columns) + [[]]
            + wrapped(TemplateWords.summary(of: rebase), .popupTitle)
            + rebase.conflicts.flatMap { conflict in
                TemplateWords.lines(of: conflict).enumerated().flatMap { wrapped($1, $0 == 0 ? .warning : .popup) }
            }
    }
}
