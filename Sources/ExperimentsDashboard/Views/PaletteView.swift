/// Commands by name, with their keys and why some cannot be run now.
enum PaletteView {
    static func draw(_ state: DashboardState, _ palette: Palette, _ canvas: inout Canvas) {
        let rows = min(Action.allCases.count + 1, max(3, state.size.rows - 6))
        let inside = OverlayView.box("Commands", size: Size(columns: 52, rows: min(rows, 16)), on: &canvas)
        let (top, list) = inside.splitTop(1)
        let texts = palette.entries(state).map { text($0, state, width: list.columns - 2) }
        if texts.isEmpty {
            canvas.put("no command of this name", at: list.origin, .dim, maxColumns: list.columns)
        } else {
            OverlayView.drawChoices(texts, selected: palette.selected, in: list, &canvas)
        }
        canvas.put(": ", at: top.origin, .prompt)
        TextFieldView.draw(
            palette.field, at: Point(column: top.column + 2, row: top.row), width: top.columns - 2, .prompt, &canvas)
    }

    private static func text(_ entry: PaletteEntry, _ state: DashboardState, width: Int) -> String {
        let right = entry.hint(in: state)
        let gap = max(2, width - DisplayText(entry.title).width - DisplayText(right).width)
        return entry.title + String(repeating: " ", count: gap) + right
    }
}
