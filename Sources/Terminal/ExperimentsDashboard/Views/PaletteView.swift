/// Commands by name, with their keys and why some cannot be run now.
enum PaletteView {
    static func draw(_ state: DashboardState, _ palette: Palette, _ canvas: inout Canvas) {
        let (top, list) = OverlayView.box("Commands", size: size(in: state), on: &canvas).splitTop(1)
        let matches = palette.matches(state)
        let texts = matches.map { text($0.entry, state, width: list.columns - 2) }
        if texts.isEmpty {
            canvas.put("no command of this name; ctrl-u clears", at: list.origin, .dim, maxColumns: list.columns)
        } else {
            OverlayView.drawChoices(texts, selected: palette.selected, in: list, &canvas)
            mark(matches, selected: palette.selected, in: list, &canvas)
        }
        canvas.put(": ", at: top.origin, .prompt)
        TextFieldView.draw(
            palette.field, at: CellPoint(column: top.column + 2, row: top.row), width: top.columns - 2, .prompt, &canvas
        )
    }

    /// The lines of the commands found, for the mouse.
    static func list(in state: DashboardState) -> CellRect {
        OverlayView.inside(size(in: state), on: CellRect(state.size)).splitTop(1).rest
    }

    private static func size(in state: DashboardState) -> CellSize {
        CellSize(columns: 52, rows: min(PaletteEntry.all(in: state).count + 1, max(3, state.size.rows - 6), 16))
    }

    /// Marks the letters that were found.
    private static func mark(_ matches: [PaletteMatch], selected: Int, in list: CellRect, _ canvas: inout Canvas) {
        let top = OverlayView.firstChoice(selected: selected, count: matches.count, rows: list.rows)
        for (line, match) in matches.dropFirst(top).prefix(list.rows).enumerated() {
            for letter in match.letters where letter + 2 < list.columns {
                canvas.frame.layer(
                    canvas.theme[.filterMatch],
                    over: CellRect(column: list.column + 2 + letter, row: list.row + line, columns: 1, rows: 1))
            }
        }
    }

    private static func text(_ entry: PaletteEntry, _ state: DashboardState, width: Int) -> String {
        let right = entry.hint(in: state)
        let gap = max(2, width - DisplayText(entry.title).width - DisplayText(right).width)
        return entry.title + String(repeating: " ", count: gap) + right
    }
}
