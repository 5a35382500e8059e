/// What lies over the screen: a box with a border and a title in the middle.
enum OverlayView {
    static func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        switch state.overlay {
        case .help(let scroll): HelpView.draw(state, scroll: scroll, &canvas)
        case .palette(let palette): PaletteView.draw(state, palette, &canvas)
        case .themes(let selected, _): ThemesView.draw(state, selected: selected, &canvas)
        case .editor(let editor): EditorView.draw(state, editor, &canvas)
        case .confirmation(let confirmation): ConfirmationView.draw(state, confirmation, &canvas)
        case .profiles(let panel): ProfilesView.draw(state, panel, &canvas)
        case .sources(let panel): SourcesView.draw(state, panel, &canvas)
        case .comparison(let panel): ComparisonView.draw(state, panel, &canvas)
        case nil: break
        }
    }

    /// Draws an empty box and answers its inside. The last line of the screen stays free for the footer.
    static func box(_ title: String, size: Size, on canvas: inout Canvas) -> Rect {
        let screen = canvas.frame.bounds.splitBottom(1).rest
        let rect = screen.centered(Size(columns: size.columns + 4, rows: size.rows + 2))
        canvas.fill(rect, .popup)
        canvas.fill(rect.line(0), .popupBorder, character: "─")
        canvas.fill(rect.line(rect.rows - 1), .popupBorder, character: "─")
        canvas.fill(rect.splitLeft(1).left, .popupBorder, character: "│")
        canvas.fill(rect.splitRight(1).right, .popupBorder, character: "│")
        let corners = [
            ("┌", rect.column, rect.row), ("┐", rect.endColumn - 1, rect.row),
            ("└", rect.column, rect.endRow - 1), ("┘", rect.endColumn - 1, rect.endRow - 1),
        ]
        for (corner, column, row) in corners { canvas.put(corner, at: Point(column: column, row: row), .popupBorder) }
        canvas.put(
            " \(title) ", at: Point(column: rect.column + 2, row: rect.row), .popupTitle, maxColumns: rect.columns - 4)
        return rect.inset(columns: 2, rows: 1)
    }

    /// Draws choices, the chosen one marked and always on screen.
    static func drawChoices(_ texts: [String], selected: Int, in rect: Rect, _ canvas: inout Canvas) {
        let top = max(0, min(selected - rect.rows / 2, texts.count - rect.rows))
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
