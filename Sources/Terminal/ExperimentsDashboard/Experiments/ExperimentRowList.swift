import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The list of screen 5: the experiments.
struct ExperimentRowList: ScreenList {
    func count(_ state: DashboardState) -> Int { state.list.experiments.count }

    func total(_ state: DashboardState) -> Int { state.experimentCount }

    func item(at index: Int, _ state: DashboardState) -> String? { row(at: index, state)?.id }

    func rows(_ state: DashboardState) -> (Int) -> ListedExperiment? {
        let rows = state.list.experiments
        return { rows[$0] }
    }

    func chooseRows(_ state: inout DashboardState) {
        state.list.experiments = state.experimentRows(passing: state.list.filter)
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] { state.experimentPlaces(of: filter) }

    func reportedRow(_ state: DashboardState) -> ReportRow? { state.selectedExperiment?.reported }

    func subjectName(_ state: DashboardState) -> String? { state.selectedExperiment?.row.key }

    func columns(_ state: DashboardState) -> [Column<ListedExperiment>] { ExperimentColumns(state).columns }

    func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        ExperimentsView.draw(state, layout, &canvas)
    }

    func describe(_ lines: inout DetailLines) { lines.describeExperiment() }

    private func row(at index: Int, _ state: DashboardState) -> ListedExperiment? {
        state.list.experiments.indices.contains(index) ? state.list.experiments[index] : nil
    }
}
