/// The pane that tells everything about the row under the cursor.
enum DetailView {
    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(border(of: rect), .border, character: isBeside(rect) ? "│" : "─")
        let inside = inside(of: rect)
        let lines = DetailLines(state, width: inside.columns).lines
        let top = max(0, min(state.detailScroll, lines.count - inside.rows))
        for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
            let place = CellPoint(column: inside.column, row: inside.row + row)
            canvas.put(line, at: place, maxColumns: inside.columns)
            guard state.detailSearch.isActive else { continue }
            canvas.mark(state.detailSearch.filter, in: line, at: place, maxColumns: inside.columns)
            if state.detailLine == top + row { canvas.frame.layer(canvas.theme[.selectedRow], over: inside.line(row)) }
        }
        if lines.count > top + inside.rows, inside.rows > 0 {
            let more = "↓ \(lines.count - top - inside.rows) more"
            canvas.put(
                more, at: CellPoint(column: inside.endColumn - more.count, row: inside.endRow - 1), .dim)
        }
    }

    private static func isBeside(_ rect: CellRect) -> Bool { rect.column > 0 }

    /// The line between the pane and the list.
    static func border(of rect: CellRect) -> CellRect {
        isBeside(rect) ? rect.splitLeft(1).left : rect.splitTop(rect.rows > 3 ? 1 : 0).top
    }

    /// Where the text is.
    static func inside(of rect: CellRect) -> CellRect {
        (isBeside(rect) ? rect.splitLeft(1).rest : rect.splitTop(rect.rows > 3 ? 1 : 0).rest).inset(columns: 1)
    }
}
