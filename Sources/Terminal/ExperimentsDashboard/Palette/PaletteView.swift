/// Commands by name, with their keys and why some cannot be run now.
enum PaletteView {
    static func draw(_ state: DashboardState, _ palette: Palette, on canvas: inout Canvas) {
        let (top, list) = Box.draw("Commands", size: Palette.size(in: state), on: &canvas).splitTop(1)
        let matches = palette.matches(state)
        let texts = matches.map { text($0.entry, state, width: list.columns - 2) }
        if texts.isEmpty {
            canvas.put(palette.nothingFound, at: list.origin, .dim, maxColumns: list.columns)
        } else {
            let choices = palette.choices(count: texts.count, state)
            choices.draw(texts, &canvas)
            mark(matches, choices, columns: list.columns, on: &canvas)
        }
        canvas.put(": ", at: top.origin, .prompt)
        TextFieldView.draw(
            palette.field, at: CellPoint(column: top.column + 2, row: top.row), width: top.columns - 2, .prompt, &canvas
        )
    }

    /// Marks the letters that were found.
    private static func mark(
        _ matches: [PaletteMatch], _ choices: ChoiceList, columns: Int, on canvas: inout Canvas
    ) {
        for choice in choices.visible {
            let line = choices.line(of: choice)
            for letter in matches[choice].letters where letter + 2 < columns {
                canvas.frame.layer(
                    canvas.theme[.filterMatch],
                    over: CellRect(column: line.column + 2 + letter, row: line.row, columns: 1, rows: 1))
            }
        }
    }

    private static func text(_ entry: PaletteEntry, _ state: DashboardState, width: Int) -> String {
        let right = entry.hint(in: state)
        let gap = max(2, width - DisplayText(entry.title).width - DisplayText(right).width)
        return entry.title + String(repeating: " ", count: gap) + right
    }
}
