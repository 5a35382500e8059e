import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

// The lists of keys: screens 1 to 4.
extension KeyList {
    func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        let columns = KeyColumns(state).columns
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(
            plan, sorting: columns.sorting(by: state.list.sort), in: layout.columnTitles, &canvas)
        let list = ShownList(state)
        columns.drawRows(plan, position: state.position, count: state.rowCount, in: layout.list, &canvas) {
            canvas, index, line in
            guard let heading = state.list.keys.heading(at: index) else { return false }
            heading.draw(in: line, &canvas)
            return true
        } row: {
            KeyRow(list, $0)
        }
        Self.drawMarks(state, in: layout.list, &canvas)
    }

    /// Returns the name of the list, and the order of its rows.
    func title(_ state: DashboardState) -> BoxTitle {
        let (map, sort) = (state.project.keyMap, state.list.sort)
        let order =
            sort.column == .declared
            ? "declared order" : "by \(sort.column.title(in: state.screen.scope ?? .all))"
        let notes = [order + (sort.isReversed ? ", reversed" : "")]
        let keys = map.hint([.sort], "sort") + map.hint([.groupView], "groups")
        return BoxTitle(
            state.screen.title, notes: state.list.isGrouped ? ["in groups"] + notes : notes,
            count: state.positionText, keys: keys)
    }

    /// Highlights whole marked rows, including the one under the cursor.
    private static func drawMarks(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !state.overriding.marks.isEmpty else { return }
        for line in 0..<rect.rows {
            let index = state.position.top + line
            guard index < state.rowCount, index != state.position.cursor else { continue }
            if state.overriding.marks.contains(at: index, in: state.list.keys, of: state.source.report) {
                canvas.frame.layer(canvas.theme[.selectedRow], over: rect.line(line))
            }
        }
    }

    var subject: String { "key" }

    func emptyWords(_ state: DashboardState) -> [String] {
        if state.list.onlyChanged {
            return state.project.keyMap.emptyWords(
                "no keys on this screen changed in the last fetch with changes", .back, does: "shows all keys"
            )
        }
        switch state.screen.scope ?? .all {
        case .missing where state.source.report.counts[.unknown] > 0:
            return state.project.keyMap.emptyWords(
                "nothing fetched yet, so missing keys are unknown", .refetch, does: "fetches now")
        case .missing: return ["no missing keys", "every declared key has a value in the source"]
        case .incorrect: return ["no incorrect values", "every value is valid for its key"]
        case .overrides:
            return state.project.keyMap.emptyWords(
                "no overrides", .setOverride,
                does: "sets one on a key; stored in \(state.overriding.path ?? "memory")")
        case .all:
            if state.isBusy { return ["no keys yet", "fetching…"] }
            let fetch = state.project.keyMap.name(of: .refetch).map {
                ", or fetch with \($0) to see what the source has"
            }
            return ["no keys yet", "declare keys in experiments.yaml" + (fetch ?? "")]
        }
    }
}
