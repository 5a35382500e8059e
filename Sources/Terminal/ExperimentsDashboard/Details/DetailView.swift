/// The pane that tells everything about the row under the cursor.
enum DetailView {
    static func draw(_ state: DashboardState, _ layout: Layout, on canvas: inout Canvas) {
        canvas.fill(layout.details, .panel)
        let line: Character = layout.showsDetailsBeside ? "│" : "─"
        canvas.fill(layout.detailBorder, .border, character: line, on: .panel)
        let inside = layout.detailText
        let lines = DetailLines(state, width: inside.columns).lines
        let top = max(0, min(state.details.scroll, lines.count - inside.rows))
        for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
            let place = CellPoint(column: inside.column, row: inside.row + row)
            canvas.put(line, at: place, maxColumns: inside.columns)
            guard state.details.search.isActive else { continue }
            canvas.mark(state.details.search.filter, in: line, at: place, maxColumns: inside.columns)
            if state.details.line == top + row {
                canvas.frame.layer(canvas.theme[.selectedRow], over: inside.line(row))
            }
        }
        // Beside the text, in the margin.
        let margin = CellRect(column: inside.endColumn, row: inside.row, columns: 1, rows: inside.rows)
        canvas.put(ScrollBar(top: top, visible: inside.rows, count: lines.count), along: margin)
    }
}
