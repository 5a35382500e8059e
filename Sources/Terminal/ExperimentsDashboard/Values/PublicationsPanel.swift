import EtcdStore
import ExperimentsCore
import ExperimentsOperator

/// The list of publications, to restore one of them.
struct PublicationsPanel: ChoosingPanel {
    private static let restore = KeyHint(.enter, "look at it, and bring it back")

    /// The latest first; nil until it is read.
    private var history: PublicationHistory?
    var selected = 0

    var count: Int { history?.publications.count ?? 0 }

    mutating func show(_ history: PublicationHistory) {
        self.history = history
        selected = min(selected, max(0, count - 1))
    }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        (count > 0 ? [Self.restore] : []) + state.project.keyMap.choosing() + [escapeHint]
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        guard let history, history.publications.indices.contains(selected) else { return .stay() }
        let revision = history.publications[selected].revision
        if let reason = state.values.reasonNotPublishing(Context(state)) { return .stay([.say(reason, .warning)]) }
        if selected == 0 { return .stay([.say("revision \(revision) is what is published", .success, seconds: 3)]) }
        if revision < history.first {
            return .stay([.say("the store has forgotten revision \(revision)", .warning)])
        }
        // Asks what going back to it would change.
        return .stay([
            .open(ValuePanel(asking: "Back to revision \(revision)")), .values(ValueRequest(.restore(revision))),
        ])
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let inside = Box.draw("Publications", size: size(state), on: &canvas)
        guard let history, count > 0 else {
            let words = history == nil ? "reading…" : "nothing was published yet"
            canvas.put(words, at: inside.origin, .dim, maxColumns: inside.columns)
            return
        }
        choices(state).draw(history.publications.map { Self.text($0, state) }, &canvas)
    }

    func size(_ state: DashboardState) -> CellSize {
        CellSize(
            columns: max(16, min(100, state.size.columns - 6)),
            rows: max(1, min(count, state.size.rows - 4)))
    }

    private static func text(_ publication: ValuePublication, _ state: DashboardState) -> String {
        let time = publication.at.flatMap { RFC3339.date(from: $0) }
            .map { TimeText.dateAndTime($0, in: state.project.localTime) }
        let parts = [
            String(publication.revision), time, publication.author ?? "by hand", publication.note,
            ValueWords.changes(publication),
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}
