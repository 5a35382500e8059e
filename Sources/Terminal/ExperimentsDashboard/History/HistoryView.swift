import ExperimentsCore
import Foundation

/// Screen 6: the fetches, newest first.
enum HistoryView {
    static func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = HistoryColumns(state).columns.fitted(to: state.list.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.columnTitles, &canvas)
        HistorySummaryView.draw(state, in: layout.summary, &canvas)
        guard state.rowCount > 0 else {
            let words =
                state.list.filter.isEmpty
                ? state.project.keyMap.emptyWords("no fetch yet", .refetch, does: "fetches now")
                : state.list.nothingMatches("no fetch", state.project.keyMap)
            TableView.drawEmpty(words, in: layout.list, &canvas)
            return
        }
        columns.drawRows(plan, position: state.position, count: state.rowCount, in: layout.list, &canvas) {
            canvas, index, line in
            if let (sign, role) = FetchList.record(at: index, state).flatMap({ mark(of: $0, state) }) {
                canvas.put(sign, at: line.origin, role)
            }
            return false
        } row: {
            FetchList.record(at: $0, state)
        }
    }

    /// The fetch that others are compared with, and the one whose values are on screen.
    private static func mark(of record: FetchRecord, _ state: DashboardState) -> (String, Role)? {
        if record.id == state.history.pickedFetch { return ("◆", .selectedRow) }
        guard state.history.isInThePast, state.history.generationIndex(of: record) == state.history.shownIndex else {
            return nil
        }
        return ("›", .paused)
    }
}
