import ExperimentsOperator
import FirebaseTemplates

/// The steps of a publication: the changes with the question, the progress, and the result.
struct TemplatePublishPanel: TextPanel {
    private static let take = KeyHint("t", "rebase the edits onto the newest version")
    private static let again = KeyHint("r", "try again")
    private static let end = KeyHint("e", "allow it to end")

    var text = ScrolledText<Filter>()
    private var question: PublishingQuestion

    init(_ consent: TemplatePublication.Consent) { question = PublishingQuestion(consent) }

    var title: String { "Publish" }

    var typedField: TextField? { text.search.field }

    var escapeWord: String { typedField == nil ? "back" : "cancel" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard let publication = state.templates.publication else { return .close() }
        if typedField != nil {
            // A letter typed into the search is never an answer.
            _ = read(press, state)
            return .stay()
        }
        if press == KeyPress(.escape) {
            return .close([.send(\.templates, .publication(.declined)), .send(\.templates, .putAside)])
        }
        switch publication.stage {
        case .review:
            if let isConsent = question.take(press) {
                return .stay(isConsent ? [.send(\.templates, .publication(.consented))] : [])
            }
        case .conflict(.some, let current):
            if Self.take.press == press {
                return .close([
                    .send(\.templates, .putAside),
                    .say("the draft is now based on the newest version", .success, seconds: 5),
                    .send(\.templates, .takeOver(current)),
                ])
            }
        case .conflict(nil, _):
            if Self.again.press == press {
                return .close([
                    .send(\.templates, .putAside), .send(\.templates, .publish(publication.action)),
                ])
            }
        case .unknown:
            if Self.again.press == press { return .stay([.template(.publication(.look))]) }
        case .refused where !publication.refusedEndings.isEmpty:
            if Self.end.press == press { return .stay([.open(confirmation(of: publication, state))]) }
        default: break
        }
        // Other keys must not close the panel while the publication may be in progress.
        if state.project.keyMap.command(for: press) == .quit {
            return .close([.send(\.templates, .putAside)])
        }
        _ = read(press, state)
        return .stay()
    }

    /// Returns the question before an earlier version may end experiments and rollouts.
    private func confirmation(of publication: TemplatePublication, _ state: DashboardState) -> Confirmation {
        state.templates.confirmation(
            ending: publication.refusedEndings, [.send(\.templates, .publication(.endingAllowed))],
            state.project.localTime)
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        guard let publication = state.templates.publication else { return [escapeHint] }
        switch publication.stage {
        case .review: return question.hints(escapeHint, state.project.keyMap)
        case .conflict(.some, _): return [Self.take, escapeHint]
        case .conflict(nil, _), .unknown: return [Self.again, escapeHint]
        case .refused where !publication.refusedEndings.isEmpty: return [Self.end, escapeHint]
        default: return [escapeHint]
        }
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        guard let publication = state.templates.publication else { return [] }
        let columns = max(10, min(100, state.size.columns - 6))
        func wrapped(_ text: String, _ role: Role) -> [[Span]] {
            Span(text, role).wrapped(to: columns, limit: 20)
        }
        func ended(_ studies: [StudyReference]) -> [String] {
            studies.isEmpty ? [] : state.templates.endingLines(studies, state.project.localTime)
        }
        switch publication.stage {
        case .checking: return wrapped("checking \(publication.origin)…", .live)
        case .review(let review):
            return wrapped(TemplateWords.question(publication, review) + "?", .popupTitle)
                + question.lines(escapeHint, columns: columns)
                + [[]] + ended(review.ended).flatMap { wrapped($0, .warning) }
                + TemplateWords.lines(incorrect: review.incorrect).flatMap { wrapped($0, .error) }
                + review.warnings.flatMap { wrapped("warning: \($0)", .warning) }
                + TemplateDifferencePanel.lines(of: review.difference, columns: columns)
        case .sending: return wrapped("publishing to \(publication.origin)…", .live)
        case .asking(_, let reason):
            return wrapped(reason, .warning) + wrapped("checking what is published in \(publication.origin)…", .live)
        case .published(let published, _, let found):
            return wrapped(TemplateWords.published(publication, published, found: found), .success)
        case .conflict(let rebase, let current):
            return wrapped(TemplateWords.conflict(current), .error)
                + (rebase.map { lines(of: $0, columns, wrapped) } ?? [])
        case .refused where !publication.refusedEndings.isEmpty:
            return wrapped("not published", .error)
                + ended(publication.refusedEndings).flatMap { wrapped($0, .warning) }
                + wrapped(Self.end.words("asks first"), .dim)
        case .refused(let reason):
            return reason.lines.flatMap { wrapped($0, .error) }
        case .unknown(_, let reason):
            return wrapped(PublicationWords.unknown(reason), .error)
        case .unchanged: return wrapped(PublicationWords.nothing, .popup)
        case .stopped: return wrapped("nothing was published", .popup)
        }
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

/// The differences between two templates, member by member.
struct TemplateDifferencePanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title: String
    private let difference: TemplateDifference

    init(_ title: String, _ difference: TemplateDifference) { (self.title, self.difference) = (title, difference) }

    func lines(_ state: DashboardState) -> [[Span]] {
        Self.lines(of: difference, columns: max(10, min(100, state.size.columns - 6)))
    }

    func copiedText(_ state: DashboardState) -> String? {
        difference.changes.flatMap(\.lines).joined(separator: "\n")
    }

    /// Returns the changes and their differences; those of JSON by path.
    static func lines(of difference: TemplateDifference, columns: Int) -> [[Span]] {
        difference.changes.flatMap { change -> [[Span]] in
            let role: Role =
                switch change.kind {
                case .added: .added
                case .removed: .removed
                case .changed: .changed
                }
            let head = change.lines.prefix(1).map { [Span($0, role)] }
            return head + wrapped(change.detailLines, columns)
        }
    }

    private static func wrapped(_ texts: [String], _ columns: Int) -> [[Span]] {
        texts.flatMap { text in
            let indent = String(text.prefix { $0 == " " })
            return DisplayText(String(text.dropFirst(indent.count))).wrapped(to: columns - indent.count, limit: 40)
                .map { [Span(indent + $0, .popup)] }
        }
    }
}

/// The published versions of the template, to restore one.
struct TemplateVersionsPanel: ChoosingPanel {
    private static let rollback = KeyHint(.enter, "review and roll back")

    /// The versions, newest first; nil until they are read.
    private var versions: [TemplateVersion]?
    var selected = 0

    var count: Int { versions?.count ?? 0 }

    /// Lists the versions, with the cursor on the one before the current.
    mutating func show(_ versions: [TemplateVersion]) {
        self.versions = versions
        selected = versions.count > 1 ? 1 : 0
    }

    var emptyWords: String { versions == nil ? "reading…" : "" }

    func hints(_ state: DashboardState) -> [KeyHint] {
        (versions?.isEmpty == false ? [Self.rollback] : []) + state.project.keyMap.choosing() + [escapeHint]
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        guard let versions, versions.indices.contains(selected), let number = versions[selected].number else {
            return .stay()
        }
        guard selected > 0 else {
            return .stay([.say("version \(number) is already published", .success, seconds: 3)])
        }
        return .stay([.send(\.templates, .publish(.rollback(to: number)))])
    }

    func title(_ state: DashboardState) -> String { "Versions" }

    func size(_ state: DashboardState) -> CellSize { wideSize(upTo: 90, state) }

    func texts(_ state: DashboardState) -> [String] {
        (versions ?? []).enumerated().map { index, version in
            let time = version.updatedAt.map { TimeText.dateAndTime($0, in: state.project.localTime) }
            let parts = [
                version.number.map { "version \($0)" }, time, version.author, version.description,
                version.rollbackSource.map { "rollback to version \($0)" }, index == 0 ? "(current)" : nil,
            ]
            return parts.compactMap(\.self).joined(separator: "  ")
        }
    }
}
