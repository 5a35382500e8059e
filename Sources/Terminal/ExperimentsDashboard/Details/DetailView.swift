/// The pane that tells everything about the row under the cursor.
enum DetailView {
    static func draw(_ state: DashboardState, _ layout: Layout, _ canvas: inout Canvas) {
        canvas.fill(layout.detailBorder, .border, character: layout.showsDetailsBeside ? "│" : "─")
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
        if lines.count > top + inside.rows, inside.rows > 0 {
            let more = "↓ \(lines.count - top - inside.rows) more"
            canvas.put(
                more, at: CellPoint(column: inside.endColumn - more.count, row: inside.endRow - 1), .dim)
        }
    }
}
