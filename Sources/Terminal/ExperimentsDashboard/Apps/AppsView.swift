import ExperimentsCore
import ExperimentsOperator
import LinkProtocol
import TerminalUI

/// Screen 7: the apps that follow the overrides, and those that did.
enum AppsView {
    static func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = AppColumns(state).columns.fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        let sorted = columns.firstIndex { $0.name == state.apps.order.rawValue }
        TableView.drawTitles(
            plan, sorting: sorted.map { TableView.Sorting(by: $0, isReversed: state.apps.isReversed) },
            in: layout.columnTitles, &canvas)
        guard state.rowCount > 0 else {
            let words =
                state.list.filter.isEmpty
                ? emptyWords(state)
                : state.list.nothingMatches("no app", state.project.keyMap)
            TableView.drawEmpty(words, in: layout.list, &canvas)
            return
        }
        let rows = state.list.apps
        columns.drawRows(plan, position: state.position, count: rows.count, in: layout.list, &canvas) {
            canvas, index, line in
            if !rows[index].warnings.isEmpty { canvas.put("!", at: line.origin, .warning) }
            return false
        } row: {
            rows[$0]
        }
    }

    /// Returns the lines for an empty screen, which say how an app gets here.
    private static func emptyWords(_ state: DashboardState) -> [String] {
        let palette = state.project.keyMap.name(of: .palette) ?? ""
        switch (state.apps.canServe, state.apps.address) {
        case (true, nil):
            return ["no app is linked", "\(palette)serve serves them, \(palette)link NAME shows what to open one with"]
        case (true, let address?):
            return ["no app is linked yet", "serving \(address); \(palette)link NAME shows what to open an app with"]
        case (false, let address?): return ["no app is linked yet", "another program serves \(address)"]
        case (false, nil): return ["no app is linked", "`experiments serve` serves apps, `experiments link` links one"]
        }
    }
}
