import ExperimentsCore
import ExperimentsOperator

/// Draws how every source stands.
enum HomeView {
    static func draw(_ panel: HomePanel, _ state: DashboardState, on canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(panel, in: layout.header, &canvas)
        let columns = HomeColumns(state, panel.reading).columns.fitted(to: panel.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if panel.count == 0 {
            TableView.drawEmpty(panel.nothingMatches("no source"), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: panel.position, count: panel.count, in: layout.list, &canvas) {
                canvas, index, line in
                if panel.rows[index].name == state.source.name { canvas.put("›", at: line.origin, .title) }
                return false
            } row: {
                panel.rows[$0]
            }
        }
        ListPanelPrompt.draw(panel, state, in: layout, on: &canvas)
        // Whole, also where the column has no room for it.
        guard layout.hasPrompt, panel.isAtRest, state.notices.notice == nil, let problem = panel.selected?.problem
        else {
            return
        }
        let line = layout.prompt.inset(columns: 1)
        canvas.put(problem, at: line.origin, .error, maxColumns: line.columns)
    }

    private static func drawHeader(_ panel: HomePanel, in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .header)
        var spans = [
            Span("Sources", .title), Span(panel.total == 1 ? "  1 source" : "  \(panel.total) sources", .header),
        ]
        let failing = panel.rows.count { $0.problem != nil }
        if failing > 0 { spans.append(Span("  \(failing) failing", .error)) }
        let missing = panel.rows.reduce(0) { $0 + ($1.content?.missing ?? 0) }
        if missing > 0 { spans.append(Span("  \(missing) missing", .missing)) }
        let incorrect = panel.rows.reduce(0) { $0 + ($1.content?.incorrect ?? 0) }
        if incorrect > 0 { spans.append(Span("  \(incorrect) incorrect", .incorrect)) }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}
