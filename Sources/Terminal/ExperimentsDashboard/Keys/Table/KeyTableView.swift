import ExperimentsCore
import Foundation

/// The lists of keys: screens 1 to 4.
enum KeyTableView {
    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        guard !layout.list.isEmpty else { return }
        let columns = KeyColumns(state).columns
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, sorting: columns.sorting(by: state.list.sort), in: layout.columnTitles, &canvas)
        guard state.rowCount > 0 else {
            TableView.drawEmpty(emptyWords(state), in: layout.list, &canvas)
            return
        }
        let list = ShownList(state)
        columns.drawRows(plan, position: state.position, count: state.rowCount, in: layout.list, &canvas) {
            canvas, index, line in
            guard let heading = state.list.keys.heading(at: index) else { return false }
            GroupHeadingView.draw(heading, in: line, &canvas)
            return true
        } row: {
            KeyRow(list, $0)
        }
        drawMarks(state, in: layout.list, &canvas)
    }

    /// Marked rows stand out as a whole, under the cursor too.
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

    private static func emptyWords(_ state: DashboardState) -> [String] {
        if !state.list.filter.isEmpty {
            return state.list.nothingMatches("no key", state.project.keyMap)
        }
        if state.list.choices.onlyChanged {
            return state.project.keyMap.emptyWords(
                "nothing here was changed by the last fetch that changed anything", .back, does: "shows all keys")
        }
        switch state.screen.scope ?? .all {
        case .missing where state.source.report.counts[.unknown] > 0:
            return state.project.keyMap.emptyWords(
                "nothing was fetched yet, so that nobody knows what is missing", .refetch, does: "fetches now")
        case .missing: return ["no key is missing", "every declared key has a value at the source"]
        case .incorrect: return ["no value is incorrect", "every value is one that its key accepts"]
        case .overrides:
            return state.project.keyMap.emptyWords(
                "no overrides", .setOverride,
                does: "on a key sets one; it is kept in \(state.overriding.path ?? "memory")")
        case .all:
            if state.isBusy { return ["no keys yet", "fetching…"] }
            let fetch = state.project.keyMap.name(of: .refetch).map {
                ", or fetch with \($0) to see what the source has"
            }
            return ["no keys yet", "declare keys in experiments.yaml" + (fetch ?? "")]
        }
    }
}

/// The heading of a group of keys: whether it is open, its name, and what is in it.
enum GroupHeadingView {
    static func draw(_ heading: KeyGroups.Heading, in rect: CellRect, _ canvas: inout Canvas) {
        var spans = [
            Span(heading.isCollapsed ? "▸ " : "▾ ", .group), Span(heading.name, .group),
            Span(heading.count == 1 ? "  1 key" : "  \(heading.count) keys", .dim),
        ]
        if heading.missing > 0 { spans.append(Span("  \(heading.missing) missing", .missing)) }
        if heading.incorrect > 0 { spans.append(Span("  \(heading.incorrect) incorrect", .incorrect)) }
        if heading.unknown > 0 { spans.append(Span("  \(heading.unknown) unknown", .unknown)) }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}
