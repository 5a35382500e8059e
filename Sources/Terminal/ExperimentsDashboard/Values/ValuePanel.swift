import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator

/// The steps of publishing a value: it is typed, compared with the published one, confirmed, and published.
struct ValuePanel: TextPanel {
    private enum Stage: Sendable {
        /// The user types a value. `problem` is the reason if it is not valid for the key.
        case typing(CatalogKey, TextField, problem: String?)
        /// The store is computing what would change.
        case asking
        /// Waiting for consent.
        case review(ValueProposal, PublishingQuestion)
        case publishing(ValueProposal)
        case failed([String])
    }

    var text = ScrolledText<Filter>()
    let title: String
    private var stage: Stage

    /// - Parameter former: the published value.
    init(typing key: CatalogKey, from former: String?) {
        title = "Publish \(key.name)"
        let field = TextField(value: former ?? "")
        stage = .typing(key, key.schema.kind == .json ? field : field.selected, problem: nil)
    }

    /// Creates the panel while a proposal is being computed.
    init(asking title: String) {
        (self.title, stage) = (title, .asking)
    }

    var typedField: TextField? {
        if case .typing(_, let field, _) = stage { field } else { text.search.field }
    }

    var escapeWord: String {
        switch stage {
        case .publishing: "back"
        case .typing, .asking, .review, .failed: "cancel"
        }
    }

    mutating func review(_ proposal: ValueProposal, _ consent: TemplatePublication.Consent) {
        guard case .asking = stage else { return }
        stage = .review(proposal, PublishingQuestion(consent))
    }

    mutating func fail(_ lines: [String]) {
        stage = .failed(lines)
    }

    mutating func paste(_ pasted: String, _ state: DashboardState) {
        guard case .typing(let key, var field, _) = stage else { return }
        field.insert(pasted)
        stage = .typing(key, field, problem: nil)
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if text.search.field != nil {
            // A letter typed into the search is never an answer.
            _ = read(press, state)
            return .stay()
        }
        if press == KeyPress(.escape) { return .close() }
        switch stage {
        case .typing(let key, var field, _):
            if press == KeyPress(.enter) { return .stay(propose()) }
            _ = field.handle(press)
            stage = .typing(key, field, problem: nil)
            return .stay()
        case .review(let proposal, var question):
            if let isConsent = question.take(press) {
                stage = isConsent ? .publishing(proposal) : .review(proposal, question)
                return .stay(isConsent ? [.values(.publish(proposal))] : [])
            }
        case .asking, .publishing, .failed: break
        }
        // Other keys must not close the panel while the publication may be in progress.
        if state.project.keyMap.command(for: press) == .quit { return .close() }
        _ = read(press, state)
        return .stay()
    }

    /// Asks what the typed value would change, unless its key does not accept it.
    mutating func propose() -> [Effect] {
        guard case .typing(let key, let field, _) = stage else { return [] }
        do throws(IncorrectValue) {
            try key.check(field.text)
        } catch {
            stage = .typing(key, field, problem: "invalid value for \(key.name): \(error.reason)")
            return []
        }
        stage = .asking
        return [.values(.propose([key.name: .set(field.text)]))]
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        switch stage {
        case .typing: [KeyHint(.enter, "review"), escapeHint]
        case .review(_, let question): question.hints(escapeHint, state.project.keyMap)
        case .asking, .publishing, .failed: [escapeHint]
        }
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        let columns = max(10, min(100, state.size.columns - 6))
        func wrapped(_ text: String, _ role: Role) -> [[Span]] {
            Span(text, role).wrapped(to: columns, limit: 20)
        }
        switch stage {
        case .typing(_, let field, let problem):
            return wrapped("New value for everyone from \(state.sourceName):", .dim)
                + wrapped(field.isSelected ? field.text : field.text + "_", field.isSelected ? .tabActive : .prompt)
                + (problem.map { wrapped($0, .promptError) } ?? [])
        case .asking: return wrapped("checking \(state.sourceName)…", .live)
        case .review(let proposal, let question):
            return wrapped(proposal.question(to: state.sourceName) + "?", .popupTitle)
                + question.lines(escapeHint, columns: columns) + [[]]
                + proposal.changes.flatMap { Self.lines(of: $0, columns) }
        case .publishing: return wrapped("publishing to \(state.sourceName)…", .live)
        case .failed(let lines): return lines.flatMap { wrapped($0, .error) }
        }
    }

    /// Returns the lines of a change. If both values are JSON, they list each difference.
    private static func lines(of change: ValueProposal.Change, _ columns: Int) -> [[Span]] {
        let role: Role = change.old == nil ? .added : change.new == nil ? .removed : .changed
        let head = Span(change.line, role).wrapped(to: columns, limit: 8)
        guard case .json(let difference) = ValueDifference(change.old?.text, change.new?.text).form else { return head }
        return head
            + difference.changes.prefix(40).flatMap {
                Span("    " + $0.line, .popup).wrapped(to: columns, limit: 4)
            }
    }
}
