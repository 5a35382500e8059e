import ExperimentsOperator
import TerminalUI

/// Screen 5: the experiments, their results, the groups of this installation, and the keys that they decide.
enum ExperimentsView {
    static func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = ExperimentColumns(state).columns.fitted(to: state.list.widths)
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
            return state.list.nothingMatches("no experiment", state.project.keyMap)
        }
        if state.experiments.isReading { return ["no experiments yet", "reading what came in…"] }
        if let problem = state.experiments.problem {
            return ["the results of the experiments cannot be read", problem]
        }
        return [
            "no experiments", "the source names none, and no key is declared with a baseline",
            "to begin, declare one under experiments: in the project file, and what is measured under metrics:",
            "then :serve takes events of apps, and “experiments events import” those in files",
        ]
    }
}
