/// What lies over the screen: a box with a border and a title in the middle.
enum OverlayView {
    static func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        switch state.overlay {
        case .help(let panel): drawText("Help", state.helpLines, panel, &canvas)
        case .messages(let panel): drawText("Messages", state.messageLines, panel, &canvas)
        case .selectable(let text, let panel): SelectableTextView.draw(state, text, panel, &canvas)
        case .palette(let palette): PaletteView.draw(state, palette, &canvas)
        case .themes(let selected, _): ThemesView.draw(state, selected: selected, &canvas)
        case .editor(let editor): EditorView.draw(state, editor, &canvas)
        case .persona(let editor): PersonaView.draw(state, editor, &canvas)
        case .confirmation(let confirmation): ConfirmationView.draw(state, confirmation, &canvas)
        case .profiles(let panel): ProfilesView.draw(state, panel, &canvas)
        case .sources(let panel): SourcesView.draw(state, panel, &canvas)
        case .comparison(let panel): ComparisonView.draw(state, panel, &canvas)
        case nil: break
        }
    }

    /// Draws a box with as many of the lines as fit, and says whether there are more. What is looked for stands in the
    /// border below.
    private static func drawText(_ title: String, _ lines: [[Span]], _ panel: TextPanel, _ canvas: inout Canvas) {
        let width = max(lines.map { line in line.reduce(0) { $0 + $1.width } }.max() ?? 0, 24)
        let inside = box(title, size: CellSize(columns: width, rows: lines.count), on: &canvas)
        let top = max(0, min(panel.scroll, lines.count - inside.rows))
        for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
            let place = CellPoint(column: inside.column, row: inside.row + row)
            canvas.put(line, at: place, maxColumns: inside.columns)
            canvas.mark(panel.search.filter, in: line, at: place, maxColumns: inside.columns)
            if panel.line == top + row {
                canvas.frame.layer(canvas.theme[.cursorRow], over: inside.line(row))
                canvas.frame.cursor = place
            }
        }
        let border = CellRect(column: inside.column, row: inside.endRow, columns: inside.columns, rows: 1)
        if panel.search.isActive {
            FindPrompt.draw(panel.search, "find ", at: panel.line ?? -1, in: border, &canvas)
        } else if lines.count > top + inside.rows {
            canvas.put(" ↓ more ", at: CellPoint(column: inside.endColumn - 8, row: inside.endRow), .popupBorder)
        }
    }

    /// How many of some lines are on the screen at a time.
    static func textRows(_ count: Int, on size: CellSize) -> Int {
        max(1, inside(CellSize(columns: 24, rows: count), on: CellRect(size)).rows)
    }

    /// Draws an empty box and answers its inside. The last line of the screen stays free for the footer.
    static func box(_ title: String, size: CellSize, on canvas: inout Canvas) -> CellRect {
        let rect = outside(size, on: canvas.frame.bounds)
        canvas.fill(rect, .popup)
        canvas.fill(rect.line(0), .popupBorder, character: "─")
        canvas.fill(rect.line(rect.rows - 1), .popupBorder, character: "─")
        canvas.fill(rect.splitLeft(1).left, .popupBorder, character: "│")
        canvas.fill(rect.splitRight(1).right, .popupBorder, character: "│")
        let corners = [
            ("┌", rect.column, rect.row), ("┐", rect.endColumn - 1, rect.row),
            ("└", rect.column, rect.endRow - 1), ("┘", rect.endColumn - 1, rect.endRow - 1),
        ]
        for (corner, column, row) in corners {
            canvas.put(corner, at: CellPoint(column: column, row: row), .popupBorder)
        }
        canvas.put(
            " \(title) ", at: CellPoint(column: rect.column + 2, row: rect.row), .popupTitle,
            maxColumns: rect.columns - 4)
        return rect.inset(columns: 2, rows: 1)
    }

    /// Where the inside of a box of this size is, on a screen.
    static func inside(_ size: CellSize, on screen: CellRect) -> CellRect {
        outside(size, on: screen).inset(columns: 2, rows: 1)
    }

    private static func outside(_ size: CellSize, on screen: CellRect) -> CellRect {
        screen.splitBottom(1).rest.centered(CellSize(columns: size.columns + 4, rows: size.rows + 2))
    }

    /// The first of the choices that are on screen.
    static func firstChoice(selected: Int, count: Int, rows: Int) -> Int {
        max(0, min(selected - rows / 2, count - rows))
    }

    /// Draws choices, the chosen one marked and always on screen.
    static func drawChoices(_ texts: [String], selected: Int, in rect: CellRect, _ canvas: inout Canvas) {
        let top = firstChoice(selected: selected, count: texts.count, rows: rect.rows)
        for (line, index) in (top..<min(texts.count, top + rect.rows)).enumerated() {
            let row = rect.line(line)
            canvas.put(
                (index == selected ? "› " : "  ") + texts[index], at: row.origin, .popup, maxColumns: rect.columns)
            if index == selected {
                canvas.frame.layer(canvas.theme[.cursorRow], over: row)
                canvas.frame.cursor = row.origin
            }
        }
    }
}
