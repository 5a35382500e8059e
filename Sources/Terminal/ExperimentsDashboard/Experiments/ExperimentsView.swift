import ExperimentsCore

/// Screen 5: which experiments this installation is in, and which keys they decide.
enum ExperimentsView {
    private static let columns = [
        Column(content: .experiment, title: "experiment", minimum: 10, ideal: 18, weight: 1, priority: 8),
        Column(content: .group, title: "group", minimum: 7, ideal: 14, weight: 1, priority: 9),
        Column(content: .key, title: "key", minimum: 8, ideal: 24, weight: 1, priority: 10),
        Column(content: .value, title: "value", minimum: 6, ideal: 16, weight: 2, priority: 7),
        Column(content: .tracked, title: "tracked", minimum: 8, ideal: 12, priority: 5),
    ]

    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        guard state.rowCount > 0 else {
            let words =
                state.list.filter.isEmpty
                ? ["no experiments", "the source names none, and no key is declared with a baseline"]
                : state.emptyWords("no experiment matches “\(state.list.filter.text)”", .back, "clears the filter")
            TableView.drawEmpty(words, in: layout.list, &canvas)
            return
        }
        let rows = state.list.experiments
        TableView.drawRows(plan, position: state.position, count: rows.count, in: layout.list, &canvas) {
            canvas, index, placed, point in
            let (text, role) = cell(columns[placed.index].content, rows[index])
            canvas.put(text, at: point, role, maxColumns: placed.width, overflow: .middle)
            for filter in [state.list.filter, state.list.search.filter] {
                canvas.mark(filter, in: text, of: field(columns[placed.index].content), at: point, width: placed.width)
            }
        }
    }

    private static func field(_ content: Column.Content) -> FilterField? {
        switch content {
        case .experiment: .experiment
        case .group: .group
        case .key: .key
        case .value: .value
        default: nil
        }
    }

    /// What its columns show.
    static var contents: [Column.Content] { columns.map(\.content) }

    /// The whole text of a cell, for a file; nil where there is nothing.
    static func exportedText(_ content: Column.Content, _ row: ExperimentRow) -> String? {
        switch content {
        case .experiment: row.experiment
        case .key: row.key
        case .value: row.value
        default: cell(content, row).0
        }
    }

    private static func cell(_ content: Column.Content, _ row: ExperimentRow) -> (String, Role) {
        switch content {
        case .experiment: (row.experiment ?? "—", row.experiment == nil ? .dim : .title)
        case .group: (row.group, .group)
        case .key: (row.key ?? "—", .key)
        case .value: (row.value ?? "—", .value)
        case .tracked: (row.isTracked ? "yes" : "no", row.isTracked ? .ok : .dim)
        default: ("", .text)
        }
    }
}
