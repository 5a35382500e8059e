import ExperimentsOperator
import TerminalUI

/// Screen 5: which experiments this installation is in, and which keys they decide.
enum ExperimentsView {
    static func columns(_ state: DashboardState) -> [Column<ExperimentRow>] {
        let filters = state.list.finding
        return [
            Column(
                "experiment", TableColumn(title: "experiment", minimum: 10, ideal: 18, weight: 1, priority: 8),
                finding: filters, in: .experiment, text: \.experiment
            ) { ($0.experiment ?? "—", $0.experiment == nil ? .dim : .title) },
            Column(
                "group", TableColumn(title: "group", minimum: 7, ideal: 14, weight: 1, priority: 9), finding: filters,
                in: .group
            ) { ($0.group, .group) },
            Column(
                "key", TableColumn(title: "key", minimum: 8, ideal: 24, weight: 1, priority: 10), finding: filters,
                in: .key, text: \.key
            ) { ($0.key ?? "—", .key) },
            Column(
                "value", TableColumn(title: "value", minimum: 6, ideal: 16, weight: 2, priority: 7), finding: filters,
                in: .value, text: \.value
            ) { ($0.value ?? "—", .value) },
            Column("tracked", TableColumn(title: "tracked", minimum: 8, ideal: 12, priority: 5), finding: filters) {
                ($0.isTracked ? "yes" : "no", $0.isTracked ? .ok : .dim)
            },
        ]
    }

    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = columns(state)
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
        columns.drawRows(plan, position: state.position, count: rows.count, in: layout.list, &canvas) { rows[$0] }
    }
}
