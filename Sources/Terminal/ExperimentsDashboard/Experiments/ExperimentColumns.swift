import ExperimentsOperator
import TerminalUI

/// The columns of the list of experiments, with those of results if there are any.
struct ExperimentColumns {
    let columns: [Column<ListedExperiment>]

    init(_ state: DashboardState) {
        let filters = state.list.finding
        let keys = ExperimentKeyColumns(filters)
        guard !state.experiments.standings.isEmpty else {
            columns = [keys.experiment, keys.group, keys.key, keys.value, keys.tracked]
            return
        }
        let results = ExperimentResultColumns(filters)
        columns = [
            keys.experiment, results.verdict, results.health, results.users, results.split, results.days,
            results.usersByDay, keys.group, keys.key,
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
