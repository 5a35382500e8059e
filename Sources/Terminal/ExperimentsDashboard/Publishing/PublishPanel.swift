import ExperimentsOperator

/// The steps of a publication: the changes with the question, the progress, and the result.
struct PublishPanel<Target: PublishedTarget>: TextPanel {
    private static var look: KeyHint { KeyHint("r", "try again") }
    private static var permit: KeyHint { KeyHint("e", "allow it to end") }

    var text = ScrolledText<Filter>()
    private var question: PublishingQuestion

    init(_ consent: PublicationConsent) { question = PublishingQuestion(consent) }

    var title: String { "Publish" }

    var typedField: TextField? { text.search.field ?? question.typedField }

    var escapeWord: String { text.search.field != nil || question.isDescribing ? "cancel" : "back" }

    mutating func paste(_ pasted: String, _ state: DashboardState) {
        if text.search.field != nil {
            let lines = lines(state)
            text.insert(pasted, in: lines, rows: visibleRows(of: lines.count, state))
        } else if case .review? = Target.publishing(in: state).current?.stage {
            question.paste(pasted)
        }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard let publication = Target.publishing(in: state).current else { return .close() }
        if text.search.field != nil {
            // A letter typed into the search is never an answer.
            _ = read(press, state)
            return .stay()
        }
        if press == KeyPress(.escape) {
            if question.cancelDescription() { return .stay() }
            return .close([Target.message(.event(.declined)), Target.message(.putAside)])
        }
        switch publication.stage {
        case .review:
            if let isConsent = question.take(press) {
                let consent = Publication<Target>.Event.consented(note: question.note)
                return .stay(isConsent ? [Target.message(.event(consent))] : [])
            }
        case .conflict(let conflict):
            if let resolution = Target.resolution(of: conflict, publication, state),
                resolution.hint.press == press
            {
                return .close([Target.message(.putAside)] + resolution.effects)
            }
        case .unknown:
            if Self.look.press == press { return .stay([Target.message(.look)]) }
        case .refused(_, let permitted?):
            if Self.permit.press == press,
                let permission = Target.permission(permitted, of: publication, state)
            {
                return .stay([.open(permission.confirmation)])
            }
        default: break
        }
        // Other keys must not close the panel while the publication may be in progress.
        if state.project.keyMap.command(for: press) == .quit { return .close([Target.message(.putAside)]) }
        _ = read(press, state)
        return .stay()
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        guard let publication = Target.publishing(in: state).current else { return [escapeHint] }
        switch publication.stage {
        case .review: return question.hints(escapeHint, state.project.keyMap)
        case .conflict(let conflict):
            let resolution = Target.resolution(of: conflict, publication, state)
            return [resolution?.hint, escapeHint].compactMap(\.self)
        case .unknown: return [Self.look, escapeHint]
        case .refused(_, _?): return [Self.permit, escapeHint]
        default: return [escapeHint]
        }
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        guard let publication = Target.publishing(in: state).current else { return [] }
        let text = PublishingText(state)
        switch publication.stage {
        case .checking, .rehearsing: return text.wrapped("checking \(publication.title)…", .live)
        case .review(let review):
            return text.wrapped(Target.question(publication, review) + "?", .popupTitle)
                + question.lines(escapeHint, columns: text.columns) + [[]]
                + Target.lines(of: review, state, text)
        case .sending: return text.wrapped("publishing to \(publication.title)…", .live)
        case .asking(_, let reason):
            return text.wrapped(reason, .warning)
                + text.wrapped("checking what is published in \(publication.title)…", .live)
        case .published(let base, let review, let found):
            return text.wrapped(Target.published(base, review, of: publication, found: found), .success)
        case .conflict(let conflict): return Target.lines(of: conflict, text)
        case .refused(let reason, let permitted):
            guard let permitted, let permission = Target.permission(permitted, of: publication, state) else {
                return reason.lines.flatMap { text.wrapped($0, .error) }
            }
            return text.wrapped("not published", .error)
                + permission.lines.flatMap { text.wrapped($0, .warning) }
                + text.wrapped(Self.permit.words("asks first"), .dim)
        case .unknown(_, let reason): return text.wrapped(PublicationWords.unknown(reason), .error)
        case .unchanged: return text.wrapped(PublicationWords.nothing, .popup)
        case .rehearsed, .stopped: return text.wrapped(PublicationWords.notPublished, .popup)
        }
    }
}
