import ExperimentsCore
import ExperimentsOperator

/// The state of every source, a row for each. The panel takes the whole screen except the footer.
struct HomePanel: Sendable {
    var reading = ListReading()
    /// The states of the sources that match the filter.
    private(set) var rows: [SourceStanding] = []
    /// The number of sources without the filter.
    private(set) var total = 0
    /// The widths of the columns.
    private(set) var widths: ColumnWidths = [:]
    private(set) var position = ListPosition()

    /// The sources, with the cursor on the one that is shown.
    init(_ state: DashboardState) {
        position.item = state.source.name
        chooseRows(state)
    }

    var count: Int { rows.count }

    var cursor: Int { position.cursor }

    var top: Int { position.top }

    /// The source under the cursor.
    var selected: SourceStanding? { rows.indices.contains(cursor) ? rows[cursor] : nil }

    /// Whether nothing is typed, found or filtered.
    var isAtRest: Bool { typedField == nil && reading.filter.isEmpty && !reading.search.isActive }

    mutating func follow(_ state: DashboardState) {
        // There are few of them, and what is known of them may change with anything.
        chooseRows(state)
    }

    mutating func chooseRows(_ state: DashboardState) {
        let all = state.project.answers.standings(state)
        total = all.count
        rows = all.filter { reading.filter.passes($0.subject, now: state.now) }
        widths = HomeColumns(state, reading).columns.measured(count: rows.count) { rows[$0] }
        findMatches(state)
        position.follow(count: count) {
            rows[$0].name
        } place: { name in
            rows.firstIndex { $0.name == name }
        }
        position.reveal(rows: Self.listRows(state), count: count)
    }

    func rows(found filter: Filter, _ state: DashboardState) -> [Int] {
        rows.indices.filter { filter.passes(rows[$0].subject, now: state.now) }
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        position.move(to: row, count: count) { rows[$0].name }
        position.reveal(rows: Self.listRows(state), count: count)
    }

    func page(_ state: DashboardState) -> Int { max(1, Self.listRows(state) - 1) }

    private static func listRows(_ state: DashboardState) -> Int { ListPanelLayout(state.size).list.rows }
}

extension HomePanel: ListPanel {
    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        return [KeyHint(.enter, "go in"), escapeHint] + map.hint([.refetch], "ask again")
            + map.hint([.filter], "filter") + map.hint([.find], "find") + map.choosing()
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { HomeView.draw(self, state, on: &canvas) }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .showHome): return .close()
        case (.enter, _), (_, .details), (_, .openDetails): return goIn(state)
        case (_, .refetch): return .stay([.send(\.project.answers, .ask), .perform(.refetch)])
        default: return .stay()
        }
    }

    /// A first click chooses a source, one on the chosen source goes in.
    private func goIn(_ state: DashboardState) -> PanelAnswer {
        guard let selected else { return .stay() }
        guard selected.name != state.source.name, !state.project.sources.isEmpty else { return .close() }
        return .close([.send(\.shown.source, .goOver(to: selected.name))])
    }
}

extension Command {
    static let showHome: Command = Command(
        "show-home", title: "Show how every source stands", in: .watching, keys: ["0"],
        footer: FooterPlace("sources", at: .sources(1)) { $0.project.sources.count > 1 },
        twin: .command("experiments sources --status"),
        run: { [.open(HomePanel($0)), .send(\.project.answers, .ask)] })
}
