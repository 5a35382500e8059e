/// A text that no clipboard took, without a border beside it: whoever selects it with the mouse gets nothing else.
enum SelectableTextView {
    static func draw(_ state: DashboardState, _ text: String, _ panel: TextPanel, _ canvas: inout Canvas) {
        let (title, rest) = canvas.frame.bounds.splitBottom(1).rest.splitTop(1)
        canvas.fill(title, .popup)
        canvas.fill(rest, .popup)
        if panel.search.isActive {
            FindPrompt.draw(panel.search, "find ", at: panel.line ?? -1, in: title, &canvas)
        } else {
            canvas.put("Select it with the mouse", at: title.origin, .popupTitle, maxColumns: title.columns)
        }
        let lines = state.selectableLines(text)
        let top = max(0, min(panel.scroll, lines.count - rest.rows))
        for (row, line) in lines.dropFirst(top).prefix(rest.rows).enumerated() {
            let place = CellPoint(column: 0, row: rest.row + row)
            canvas.put(line, at: place, maxColumns: rest.columns)
            canvas.mark(panel.search.filter, in: line, at: place, maxColumns: rest.columns)
        }
        guard lines.count > top + rest.rows else { return }
        canvas.put(" ↓ more ", at: CellPoint(column: title.endColumn - 8, row: title.row), .popupBorder)
    }
}
