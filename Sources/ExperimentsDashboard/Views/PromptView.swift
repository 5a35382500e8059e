import ExperimentsCore

/// The line above the footer: the filter being typed, a notice, or the filter in force.
enum PromptView {
    static func draw(_ state: DashboardState, in rect: Rect, _ canvas: inout Canvas) {
        if let field = state.filterField {
            drawField(field, in: rect, &canvas)
            let count = "\(state.rowCount) of \(total(state))"
            canvas.put(
                count, at: Point(column: rect.endColumn - count.count - 1, row: rect.row), .dim)
        } else if let notice = state.notice {
            canvas.fill(rect, .text)
            canvas.put(
                notice.text, at: Point(column: rect.column + 1, row: rect.row), role(of: notice.severity),
                maxColumns: rect.columns - 2)
        } else if !state.marked.isEmpty, state.screen.listsKeys, rect != state.layout.footer {
            drawMarks(state, in: rect, &canvas)
        } else if !state.filter.isEmpty, rect != state.layout.footer {
            canvas.put(
                [
                    Span("filter ", .dim), Span(state.filter.text, .prompt),
                    Span("  \(state.rowCount) of \(total(state)); Esc clears", .dim),
                ], at: Point(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
        }
    }

    private static func drawField(_ field: TextField, in rect: Rect, _ canvas: inout Canvas) {
        canvas.fill(rect, .text)
        canvas.put("/", at: Point(column: rect.column, row: rect.row), .prompt)
        TextFieldView.draw(
            field, at: Point(column: rect.column + 1, row: rect.row), width: rect.columns - 14, .prompt, &canvas)
    }

    private static func drawMarks(_ state: DashboardState, in rect: Rect, _ canvas: inout Canvas) {
        let hidden = state.hiddenMarkCount
        let words = hidden == 0 ? "" : ", \(hidden) of them not shown"
        canvas.put(
            [
                Span("\(state.marked.count) marked" + words, .prompt),
                Span("  what you do is done to all of them", .dim),
            ],
            at: Point(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private static func total(_ state: DashboardState) -> Int {
        state.screen.listsKeys ? state.report.rows.count : state.rowCount
    }

    private static func role(of severity: Notice.Severity) -> Role {
        switch severity {
        case .success: .success
        case .warning: .warning
        case .error: .error
        }
    }
}
