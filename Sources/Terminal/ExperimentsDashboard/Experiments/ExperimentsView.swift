import ExperimentsOperator
import TerminalUI

/// Screen 5: the experiments, what they come to, which of their groups this installation is in, and which keys they decide.
enum ExperimentsView {
    static func columns(_ state: DashboardState) -> [Column<ListedExperiment>] {
        let filters = state.list.finding
        let keys = ExperimentKeyColumns(filters)
        guard !state.experiments.standings.isEmpty else {
            return [keys.experiment, keys.group, keys.key, keys.value, keys.tracked]
        }
        let results = ExperimentResultColumns(filters)
        return [
            keys.experiment, results.verdict, results.health, results.users, results.split, results.days,
            results.usersByDay, keys.group, keys.key,
        ]
    }

    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = columns(state).fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        guard state.rowCount > 0 else {
            TableView.drawEmpty(emptyWords(state), in: layout.list, &canvas)
            return
        }
        let rows = state.list.experiments
        columns.drawRows(plan, position: state.position, count: rows.count, in: layout.list, &canvas) { rows[$0] }
    }

    private static func emptyWords(_ state: DashboardState) -> [String] {
        guard state.list.filter.isEmpty else {
            return state.nothingMatches("no experiment")
        }
        if state.experiments.isReading { return ["no experiments yet", "reading what came in…"] }
        if let problem = state.experiments.problem { return ["what experiments came to cannot be read", problem] }
        return [
            "no experiments", "the source names none, and no key is declared with a baseline",
            "to begin, declare one under experiments: in the project file, and what is measured under metrics:",
            "then :serve takes events of apps, and “experiments events import” those in files",
        ]
    }
}

/// The columns of screen 5 that say what this installation gets.
struct ExperimentKeyColumns {
    private let filters: [Filter]

    init(_ filters: [Filter]) {
        self.filters = filters
    }

    var experiment: Column<ListedExperiment> {
        Column(
            "experiment",
            TableColumn(title: "experiment", minimum: 18, ideal: 24, weight: 1, priority: 10, isMeasured: true),
            finding: filters, in: .experiment, text: \.name
        ) { ($0.name ?? "—", $0.name == nil ? .dim : .title) }
    }

    var group: Column<ListedExperiment> {
        Column(
            "group", TableColumn(title: "group", minimum: 7, ideal: 14, weight: 1, priority: 9, isMeasured: true),
            finding: filters, in: .group
        ) { ($0.ownGroup ?? $0.row.group, $0.ownGroup == nil ? .dim : .group) }
    }

    var key: Column<ListedExperiment> {
        Column(
            "key", TableColumn(title: "key", minimum: 8, ideal: 24, weight: 1, priority: 10, isMeasured: true),
            finding: filters, in: .key, text: \.row.key
        ) { ($0.row.key ?? "—", .key) }
    }

    var value: Column<ListedExperiment> {
        Column(
            "value", TableColumn(title: "value", minimum: 6, ideal: 16, weight: 2, priority: 7, isMeasured: true),
            finding: filters, in: .value, text: \.row.value
        ) { ($0.row.value ?? "—", .value) }
    }

    var tracked: Column<ListedExperiment> {
        Column("tracked", TableColumn(title: "tracked", minimum: 7, ideal: 7, priority: 5), finding: filters) {
            ($0.row.isTracked ? "yes" : "no", $0.row.isTracked ? .ok : .dim)
        }
    }
}
