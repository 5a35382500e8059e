import ExperimentsCore

/// The line above the footer: the filter being typed, a notice, or the filter in force.
enum PromptView {
    static func draw(_ state: DashboardState, in rect: Rect, _ canvas: inout Canvas) {
        if let field = state.filterField {
            drawField(field, state, in: rect, &canvas)
        } else if let notice = state.notice {
            canvas.fill(rect, .text)
            canvas.put(
                notice.text, at: Point(column: rect.column + 1, row: rect.row), role(of: notice.severity),
                maxColumns: rect.columns - 2)
        } else if !state.marks.isEmpty, state.screen.listsKeys, rect != state.layout.footer {
            drawMarks(state, in: rect, &canvas)
        } else if rect != state.layout.footer, standing(state).isEmpty, let hint = state.hint {
            canvas.put(
                state.spans(of: hint), at: Point(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
        } else if rect != state.layout.footer {
            canvas.put(
                standing(state), at: Point(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
        }
    }

    /// What leaves rows out while nobody types.
    private static func standing(_ state: DashboardState) -> [Span] {
        var spans: [Span] = []
        if !state.filter.text.isEmpty { spans += [Span("filter ", .dim), Span(state.filter.text, .prompt)] }
        if state.screen.listsKeys, state.choices.onlyChanged {
            spans.append(Span((spans.isEmpty ? "" : "  ") + "only what the last fetch changed", .prompt))
        }
        guard !spans.isEmpty else { return [] }
        return spans + [Span("  \(count(state)) of \(total(state)); Esc clears", .dim)]
    }

    private static func drawField(
        _ field: TextField, _ state: DashboardState, in rect: Rect, _ canvas: inout Canvas
    ) {
        canvas.fill(rect, .text)
        canvas.put("/", at: Point(column: rect.column, row: rect.row), .prompt)
        TextFieldView.draw(
            field, at: Point(column: rect.column + 1, row: rect.row), width: rect.columns - 14,
            state.filter.problem == nil ? .prompt : .promptError, &canvas)
        let isAlone = rect == state.layout.footer
        let count =
            isAlone && state.filter.problem != nil ? "not valid" : "\(count(state)) of \(total(state))"
        canvas.put(count, at: Point(column: rect.endColumn - count.count - 1, row: rect.row), .dim)
        guard let (words, role) = remark(on: state.filter) else { return }
        // Beside what is typed where there is room, else in place of the keys below.
        let column = rect.column + 3 + DisplayText(field.text).width
        let room = rect.endColumn - count.count - 3 - column
        if DisplayText(words).width <= room {
            canvas.put(words, at: Point(column: column, row: rect.row), role)
        } else if !isAlone {
            let footer = state.layout.footer
            canvas.fill(footer, .text)
            canvas.put(
                words, at: Point(column: footer.column + 1, row: footer.row), role, maxColumns: footer.columns - 2)
        }
    }

    private static func remark(on filter: Filter) -> (String, Role)? {
        if let problem = filter.problem { return (problem.text, .promptError) }
        return filter.hint.map { ($0, .dim) }
    }

    /// The rows that are left, headings not counted.
    private static func count(_ state: DashboardState) -> Int {
        state.screen.listsKeys ? state.listing.visible.count + state.listing.orphans.count : state.rowCount
    }

    private static func drawMarks(_ state: DashboardState, in rect: Rect, _ canvas: inout Canvas) {
        let hidden = state.hiddenMarkCount
        let words = hidden == 0 ? "" : ", \(hidden) of them not shown"
        canvas.put(
            [
                Span("\(state.marks.count) marked" + words, .prompt),
                Span("  what you do is done to all of them", .dim),
            ],
            at: Point(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private static func total(_ state: DashboardState) -> Int {
        switch state.screen {
        case .history: state.history.records.count
        case .experiments: state.rowCount
        default: state.report.rows.count
        }
    }

    static func role(of severity: Notice.Severity) -> Role {
        switch severity {
        case .success: .success
        case .warning: .warning
        case .error: .error
        }
    }
}
