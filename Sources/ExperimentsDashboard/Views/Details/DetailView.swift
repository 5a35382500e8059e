/// The pane that tells everything about the row under the cursor.
enum DetailView {
    static func draw(_ state: DashboardState, in rect: Rect, _ canvas: inout Canvas) {
        let isBeside = rect.column > 0
        if isBeside {
            canvas.fill(rect.splitLeft(1).left, .border, character: "│")
        } else {
            canvas.fill(rect.splitTop(rect.rows > 3 ? 1 : 0).top, .border, character: "─")
        }
        let inside = inside(of: rect)
        let lines = DetailLines(state, width: inside.columns).lines
        let top = max(0, min(state.detailScroll, lines.count - inside.rows))
        for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
            canvas.put(line, at: Point(column: inside.column, row: inside.row + row), maxColumns: inside.columns)
        }
        if lines.count > top + inside.rows, inside.rows > 0 {
            let more = "↓ \(lines.count - top - inside.rows) more"
            canvas.put(
                more, at: Point(column: inside.endColumn - more.count, row: inside.endRow - 1), .dim)
        }
    }

    /// Where the text is, within the border.
    static func inside(of rect: Rect) -> Rect {
        rect.column > 0
            ? rect.splitLeft(1).rest.inset(columns: 1)
            : rect.splitTop(rect.rows > 3 ? 1 : 0).rest.inset(columns: 1)
    }
}
