import EtcdStore
import ExperimentsCore
import ExperimentsOperator

/// The steps to publish a value: it is typed, shown beside the published one, confirmed, and published.
struct ValuePanel: TextPanel {
    private enum Stage: Sendable {
        /// The user types a value; with the problem that the key's rules find in it.
        case typing(CatalogKey, TextField, problem: String?)
        /// The store is computing what would change.
        case asking
        /// Waiting for consent, with the text typed so far if a word is required.
        case review(ValueProposal, TemplatePublication.Consent, typed: TextField, isMistyped: Bool)
        case publishing(ValueProposal)
        case failed([String])
    }

    private static let yes = KeyHint("y", "publish")

    var text = ScrolledText<Filter>()
    let title: String
    private var stage: Stage

    /// - Parameter former: the published value.
    init(typing key: CatalogKey, from former: String?) {
        title = "Publish \(key.name)"
        let field = TextField(value: former ?? "")
        stage = .typing(key, key.schema.kind == .json ? field : field.selected, problem: nil)
    }

    /// A proposal is on its way.
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
        stage = .review(proposal, consent, typed: TextField(), isMistyped: false)
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
            // A letter that is typed into the search is never an answer.
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
        case .review(let proposal, let consent, let typed, _):
            return consent == .yes
                ? answer(press, to: proposal, state) : type(press, for: proposal, consenting: consent, after: typed)
        // Any other key must not close what may be on its way.
        case .asking, .publishing, .failed:
            if state.project.keyMap.command(for: press) == .quit { return .close() }
            _ = read(press, state)
            return .stay()
        }
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

    private mutating func answer(
        _ press: KeyPress, to proposal: ValueProposal, _ state: DashboardState
    ) -> PanelAnswer {
        if press == Self.yes.press { return .stay(publish(proposal)) }
        if state.project.keyMap.command(for: press) == .quit { return .close() }
        _ = read(press, state)
        return .stay()
    }

    private mutating func type(
        _ press: KeyPress, for proposal: ValueProposal, consenting consent: TemplatePublication.Consent,
        after typed: TextField
    ) -> PanelAnswer {
        if press == KeyPress(.enter) {
            if consent == .typed(typed.text) { return .stay(publish(proposal)) }
            stage = .review(proposal, consent, typed: typed, isMistyped: true)
            return .stay()
        }
        var typed = typed
        _ = typed.handle(press)
        stage = .review(proposal, consent, typed: typed, isMistyped: false)
        return .stay()
    }

    private mutating func publish(_ proposal: ValueProposal) -> [Effect] {
        stage = .publishing(proposal)
        return [.values(.publish(proposal))]
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        switch stage {
        case .typing: [KeyHint(.enter, "review"), escapeHint]
        case .review(_, .yes, _, _): [Self.yes, escapeHint] + state.project.keyMap.choosing("scroll")
        case .review: [KeyHint(.enter, "publish"), escapeHint]
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
        case .review(let proposal, let consent, let typed, let isMistyped):
            return wrapped(proposal.question(to: state.sourceName) + "?", .popupTitle)
                + question(consent, typed: typed, isMistyped: isMistyped, wrapped) + [[]]
                + proposal.changes.flatMap { Self.lines(of: $0, columns) }
        case .publishing: return wrapped("publishing to \(state.sourceName)…", .live)
        case .failed(let lines): return lines.flatMap { wrapped($0, .error) }
        }
    }

    private func question(
        _ consent: TemplatePublication.Consent, typed: TextField, isMistyped: Bool,
        _ wrapped: (String, Role) -> [[Span]]
    ) -> [[Span]] {
        guard case .typed(let wanted) = consent else {
            return wrapped(Self.yes.words("publishes it, ") + escapeHint.words("does not"), .dim)
        }
        let line = [Span("Type \(wanted) to publish: ", .warning), Span(typed.text + "_", .prompt)]
        return [line] + (isMistyped ? wrapped("does not match", .promptError) : [])
    }

    /// A change; if both values are JSON, with each difference.
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
