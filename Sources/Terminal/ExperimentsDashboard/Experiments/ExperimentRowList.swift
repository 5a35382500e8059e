import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The list of screen 5: the experiments.
struct ExperimentRowList: ScreenList {
    /// The experiment under the cursor; nil on another screen.
    static func selected(_ state: DashboardState) -> ListedExperiment? {
        let (experiments, cursor) = (state.list.experiments, state.position.cursor)
        return state.screen == .experiments && experiments.indices.contains(cursor) ? experiments[cursor] : nil
    }

    /// All that the screen has to list.
    private static func all(_ state: DashboardState) -> ExperimentList {
        ExperimentList(state.experiments.standings, state.content)
    }

    func count(_ state: DashboardState) -> Int { state.list.experiments.count }

    func total(_ state: DashboardState) -> Int {
        let experiments = state.experiments
        return experiments.standings.isEmpty ? state.source.report.experimentCount : experiments.listedCount
    }

    func item(at index: Int, _ state: DashboardState) -> String? { row(at: index, state)?.id }

    func rows(_ state: DashboardState) -> (Int) -> ListedExperiment? {
        let rows = state.list.experiments
        return { rows[$0] }
    }

    func chooseRows(_ state: inout DashboardState) {
        let (all, filter) = (Self.all(state), state.list.filter)
        state.list.experiments =
            filter.isEmpty ? all.rows : all.rows.filter { filter.passes(all.subject(of: $0), now: state.now) }
    }

    func matches(of filter: Filter, _ state: inout DashboardState) -> [Int] {
        let (all, shown) = (Self.all(state), state.list.experiments)
        return shown.indices.filter { filter.passes(all.subject(of: shown[$0]), now: state.now) }
    }

    func reportedRow(_ state: DashboardState) -> ReportRow? { Self.selected(state)?.reported }

    func subjectName(_ state: DashboardState) -> String? { Self.selected(state)?.row.key }

    func columns(_ state: DashboardState) -> [Column<ListedExperiment>] { ExperimentColumns(state).columns }

    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        ExperimentsView.draw(state, layout, on: &canvas)
    }

    func describe(_ lines: inout DetailLines) { lines.describeExperiment() }

    private func row(at index: Int, _ state: DashboardState) -> ListedExperiment? {
        state.list.experiments.indices.contains(index) ? state.list.experiments[index] : nil
    }
}
