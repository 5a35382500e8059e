import ExperimentsCore
import ExperimentsOperator
import LinkProtocol

/// The keys, to choose the one to override in one app. It covers the whole screen except the footer.
struct AppKeyPanel: Sendable {
    let app: ConnectedApp
    var reading = ListReading()
    /// The keys that the filter lets through.
    private(set) var keys: [CatalogKey] = []
    private(set) var total = 0
    private(set) var position = ListPosition()

    init(_ app: ConnectedApp, _ state: DashboardState) {
        self.app = app
        chooseRows(state)
    }

    var count: Int { keys.count }

    var cursor: Int { position.cursor }

    var top: Int { position.top }

    mutating func chooseRows(_ state: DashboardState) {
        total = state.project.keys.count
        keys = state.project.keys.filter { reading.filter.passes(subject(of: $0), now: state.now) }
        findMatches(state)
        let keys = keys
        position.follow(count: count) {
            keys[$0].name
        } place: { name in
            keys.firstIndex { $0.name == name }
        }
        position.reveal(rows: ListPanelLayout(state.size).list.rows, count: count)
    }

    func rows(found filter: Filter, _ state: DashboardState) -> [Int] {
        keys.indices.filter { filter.passes(subject(of: keys[$0]), now: state.now) }
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        let keys = keys
        position.move(to: row, count: count) { keys[$0].name }
        position.reveal(rows: ListPanelLayout(state.size).list.rows, count: count)
    }

    func page(_ state: DashboardState) -> Int { max(1, ListPanelLayout(state.size).list.rows - 1) }

    private func subject(of key: CatalogKey) -> FilterSubject {
        let there = app.values?[key.name]
        return FilterSubject(
            names: [key.name], texts: [key.declaredTitle].compactMap(\.self), group: key.group,
            values: [there?.value].compactMap(\.self), status: there?.status, kind: key.schema.kind)
    }
}

extension AppKeyPanel: ListPanel {
    /// Asks which key to override in the app under the cursor.
    static func opened(_ state: DashboardState) -> [Effect] {
        state.selectedApp.map { [.open(AppKeyPanel($0, state))] } ?? []
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        return [KeyHint(.enter, "override"), escapeHint] + map.hint([.filter], "filter") + map.hint([.find], "find")
            + map.choosing()
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit): return .close()
        case (.enter, _), (_, .details), (_, .openDetails), (_, .setOverride): return choose(state)
        default: return .stay()
        }
    }

    private func choose(_ state: DashboardState) -> PanelAnswer {
        guard keys.indices.contains(cursor) else { return .stay() }
        let scope = OverrideScope.installation(app: app.id.app, id: app.id.installation)
        return .close(OverrideEditor.opened(on: keys[cursor], for: scope, state))
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        canvas.fill(layout.header, .header)
        canvas.put(
            [Span("Override for \(app.title) only", .title), Span("  choose a key", .header)],
            at: CellPoint(column: layout.header.column + 1, row: layout.header.row),
            maxColumns: layout.header.columns - 2)
        let columns = columns.fitted(to: columns.measured(count: count) { keys[$0] })
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if count == 0 {
            let words = total == 0 ? ["no declared keys"] : nothingMatches("no key")
            TableView.drawEmpty(words, in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: position, count: count, in: layout.list, &canvas) { keys[$0] }
        }
        drawPrompt(state, in: layout, on: &canvas)
    }

    private var columns: [Column<CatalogKey>] {
        let (filters, values) = ([reading.filter, reading.search.filter], app.values)
        return [
            Column(
                "key", TableColumn(title: "key", minimum: 12, ideal: 24, weight: 1, priority: 10, isMeasured: true),
                finding: filters, in: .key
            ) { ($0.name, .key) },
            Column(
                "status there", TableColumn(title: "status there", minimum: 10, ideal: 12, priority: 8), finding: []
            ) { key in
                guard let there = values?[key.name] else { return ("—", .dim) }
                return (there.status.rawValue, there.status.role)
            },
            Column(
                "value there",
                TableColumn(title: "value there", minimum: 11, ideal: 24, weight: 2, priority: 9, isMeasured: true),
                finding: filters, in: .value, cut: .tail
            ) { (values?[$0.name]?.value ?? "—", .value) },
            Column("type", TableColumn(title: "type", minimum: 6, ideal: 6, priority: 5), finding: []) {
                ($0.schema.kind.rawValue, .type)
            },
        ]
    }
}
