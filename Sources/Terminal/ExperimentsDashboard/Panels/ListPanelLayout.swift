/// Where the parts of a list over the whole screen are. It leaves the footer alone.
struct ListPanelLayout {
    let screen: CellRect
    /// The title of the list, and the number of its rows.
    let header: CellRect
    /// The titles of the columns; empty if there are none, or no room for them.
    let titles: CellRect
    let list: CellRect
    /// The filter, or what is looked for: the last line, which on a low screen is the list's.
    let prompt: CellRect
    /// Whether the prompt has a line of its own, so that it can stay while nothing is typed.
    let hasPrompt: Bool

    init(_ size: CellSize, hasTitles: Bool = true) {
        let showsTitles = hasTitles && size.rows >= 7
        screen = CellRect(size).splitBottom(1).rest
        header = screen.line(0)
        titles = screen.line(showsTitles ? 1 : -1)
        hasPrompt = size.rows >= 10
        list = screen.splitTop(showsTitles ? 2 : 1).rest.splitBottom(hasPrompt ? 1 : 0).rest
        prompt = screen.line(screen.rows - 1)
    }
}

/// The last line of such a list: what is typed, else what was just said, else what is looked for or filtered by.
enum ListPanelPrompt {
    static func draw(
        _ panel: some ListPanel, _ state: DashboardState, in layout: ListPanelLayout, on canvas: inout Canvas
    ) {
        let (line, reading) = (layout.prompt, panel.reading)
        let inside = line.inset(columns: 1)
        if let field = reading.filterField {
            drawField(field, of: panel, in: line, &canvas)
        } else if reading.search.field != nil {
            TextSearchView.draw(reading.search, "find ", at: panel.cursor, in: inside, &canvas)
        } else if let notice = state.notices.notice, layout.hasPrompt {
            canvas.put(notice.text, at: inside.origin, notice.severity.role, maxColumns: inside.columns)
        } else if reading.search.isActive, layout.hasPrompt {
            canvas.put(
                reading.search.spans(
                    at: panel.cursor, clearedBy: panel.escapeHint.keys, keys: state.project.keyMap.goingOn),
                at: inside.origin, maxColumns: inside.columns)
        } else if !reading.filter.isEmpty, layout.hasPrompt {
            let words = "  \(panel.count) of \(panel.total); \(panel.escapeHint.words("clears"))"
            canvas.put(
                [Span("filter ", .dim), Span(reading.filter.text, .prompt), Span(words, .dim)], at: inside.origin,
                maxColumns: inside.columns)
        }
    }

    private static func drawField(
        _ field: TextField, of panel: some ListPanel, in line: CellRect, _ canvas: inout Canvas
    ) {
        let problem = panel.reading.filter.problem
        canvas.fill(line, .text)
        canvas.put("/", at: line.origin, .prompt)
        let place = CellPoint(column: line.column + 1, row: line.row)
        TextFieldView.draw(
            field, at: place, width: line.columns - 14, problem == nil ? .prompt : .promptError, &canvas)
        let count = problem == nil ? "\(panel.count) of \(panel.total)" : "not valid"
        let end = line.endColumn - count.count - 1
        canvas.put(count, at: CellPoint(column: end, row: line.row), .dim)
        if let problem {
            let column = place.column + DisplayText(field.text).width + 2
            canvas.put(
                problem.text, at: CellPoint(column: column, row: line.row), .promptError, maxColumns: end - 2 - column)
        }
    }
}
