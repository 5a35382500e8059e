import ExperimentsCore
import ExperimentsSupport

/// The line above the footer: the filter being typed, a notice, or the current filter.
enum PromptView {
    /// Whether there is anything to show. Otherwise a low screen does without the line.
    static func isNeeded(_ state: DashboardState) -> Bool {
        state.isTyping || state.notices.notice != nil || !state.list.filter.text.isEmpty
            || state.list.search.isActive
            || state.screen.listsKeys && (state.list.onlyChanged || !state.overriding.marks.isEmpty)
            || state.details.isSearched && state.details.search.isActive
            || state.overriding.storeProblem != nil
            || state.hint != nil
    }

    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        if let problem = findingProblem(state), rect != state.layout.footer, problem.width > rect.columns / 2
        {
            // There is no room beside the text, so use the line of the keys below.
            let footer = state.layout.footer
            canvas.fill(footer, .text)
            canvas.put(
                [problem], at: CellPoint(column: footer.column + 1, row: footer.row),
                maxColumns: footer.columns - 2)
        }
        if let field = state.list.filterField {
            drawField(field, state, in: rect, on: &canvas)
        } else if state.list.search.field != nil {
            let inside = rect.inset(columns: 1)
            state.list.search.draw("find ", at: state.position.cursor, in: inside, &canvas)
        } else if state.details.search.field != nil {
            let label = rect.columns < 40 ? "in details " : "find in the details "
            state.details.search.draw(
                label, at: state.details.line ?? -1, in: rect.inset(columns: 1), &canvas)
        } else if let notice = state.notices.notice {
            draw(notice, above: rect, &canvas)
        } else if !state.overriding.marks.isEmpty, state.screen.listsKeys, rect != state.layout.footer {
            drawMarks(state, in: rect, &canvas)
        } else if rect != state.layout.footer, standing(state).isEmpty, finding(state).isEmpty,
            let problem = state.overriding.storeProblem
        {
            canvas.put(
                "cannot read overrides, showing the last ones: \(problem.named(PathText.name(of:)))",
                at: CellPoint(column: rect.column + 1, row: rect.row), .error, maxColumns: rect.columns - 2)
        } else if rect != state.layout.footer, standing(state).isEmpty, finding(state).isEmpty,
            let hint = state.hint
        {
            canvas.put(
                hint.spans(state.project.keyMap, width: rect.columns - 2) { state.works($0) },
                at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
        } else if rect != state.layout.footer {
            let (finding, standing) = (finding(state), standing(state))
            let gap = finding.isEmpty || standing.isEmpty ? [] : [Span("  ")]
            canvas.put(
                finding + gap + standing, at: CellPoint(column: rect.column + 1, row: rect.row),
                maxColumns: rect.columns - 2)
        }
    }

    /// Draws a notice on as many lines as it needs, up to half of the screen. They cover what is above them.
    private static func draw(_ notice: Notice, above rect: CellRect, _ canvas: inout Canvas) {
        let limit = max(1, min(rect.row, canvas.frame.size.rows / 2))
        let room = rect.columns - 2
        var lines = DisplayText(notice.text).wrapped(to: room, limit: limit + 1)
        if lines.count > limit {
            lines.removeLast()
            let last = DisplayText(lines[limit - 1]).truncated(to: max(0, room - 2))
            lines[limit - 1] = last.hasScalarSuffix("…") ? last : last + " …"
        }
        for (index, line) in lines.enumerated() {
            let row = rect.row - lines.count + 1 + index
            canvas.fill(CellRect(column: rect.column, row: row, columns: rect.columns, rows: 1), .text)
            canvas.put(
                line, at: CellPoint(column: rect.column + 1, row: row), notice.severity.role, maxColumns: room
            )
        }
    }

    /// Returns the reason why the text of a search or a filter is invalid.
    private static func findingProblem(_ state: DashboardState) -> Span? {
        let search = state.list.search.field != nil ? state.list.search : state.details.search
        guard search.field != nil else { return nil }
        if let field = search.field, field.leftOut > 0 { return Span(field.leftOutWords, .promptError) }
        return search.filter.problem.map { Span($0.text, .promptError) }
    }

    /// Returns the filter that is active while nothing is typed.
    private static func standing(_ state: DashboardState) -> [Span] {
        var spans: [Span] = []
        if !state.list.filter.text.isEmpty {
            spans += [Span("filter ", .dim), Span(state.list.filter.text, .prompt)]
        }
        if state.screen.listsKeys, state.list.onlyChanged {
            spans.append(Span((spans.isEmpty ? "" : "  ") + "changed by the last fetch", .prompt))
        }
        if !spans.isEmpty {
            let short = state.list.keys.isCutShort ? ", incomplete: the expression is too complex" : ""
            let clears =
                state.list.search.isActive
                ? "" : state.project.keyMap.words(.back, "clears").map { "; " + $0 } ?? ""
            spans.append(Span("  \(count(state)) of \(total(state))\(short)\(clears)", .dim))
        }
        return spans
    }

    /// Returns the search that is active while nothing is typed, with the keys for the next match.
    private static func finding(_ state: DashboardState) -> [Span] {
        let (back, words) = (state.project.keyMap.name(of: .back), state.project.keyMap.goingOn)
        if state.details.isSearched, state.details.isShown, state.details.search.isActive {
            return [Span("in the details: ", .dim)]
                + state.details.search.spans(at: state.details.line ?? -1, clearedBy: back, keys: words)
        }
        return state.list.search.isActive
            ? state.list.search.spans(at: state.position.cursor, clearedBy: back, keys: words) : []
    }

    private static func drawField(
        _ field: TextField, _ state: DashboardState, in rect: CellRect, on canvas: inout Canvas
    ) {
        canvas.fill(rect, .text)
        canvas.put("/", at: CellPoint(column: rect.column, row: rect.row), .prompt)
        field.draw(
            at: CellPoint(column: rect.column + 1, row: rect.row), width: rect.columns - 14,
            state.list.filter.problem == nil ? .prompt : .promptError, &canvas)
        let isAlone = rect == state.layout.footer
        let count =
            isAlone && state.list.filter.problem != nil ? "invalid" : "\(count(state)) of \(total(state))"
        canvas.put(count, at: CellPoint(column: rect.endColumn - count.count - 1, row: rect.row), .dim)
        guard let (words, role) = remark(on: state) else { return }
        // Draw it beside the text if there is room, otherwise in the line of the keys below.
        let column = rect.column + 3 + DisplayText(field.text).width
        let room = rect.endColumn - count.count - 3 - column
        if DisplayText(words).width <= room {
            canvas.put(words, at: CellPoint(column: column, row: rect.row), role)
        } else if !isAlone {
            let footer = state.layout.footer
            canvas.fill(footer, .text)
            canvas.put(
                words, at: CellPoint(column: footer.column + 1, row: footer.row), role,
                maxColumns: footer.columns - 2)
        }
    }

    private static func remark(on state: DashboardState) -> (String, Role)? {
        let filter = state.list.filter
        if let field = state.list.filterField, field.leftOut > 0 { return (field.leftOutWords, .promptError) }
        if let problem = filter.problem { return (problem.text, .promptError) }
        if state.list.keys.isCutShort {
            return ("too complex for so many rows; simplify the expression", .promptError)
        }
        if let place = state.list.recalledFilter {
            return ("recent, \(place + 1) of \(state.list.recentFilters.count)", .dim)
        }
        return filter.hint.map { ($0, .dim) }
    }

    /// Returns the number of visible rows, without headings.
    private static func count(_ state: DashboardState) -> Int {
        state.screen.listsKeys
            ? state.list.keys.visible.count + state.list.keys.orphans.count : state.rowCount
    }

    private static func drawMarks(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        let hidden = state.overriding.hiddenMarkCount
        let words = hidden == 0 ? "" : ", \(hidden) not shown"
        let map = state.project.keyMap
        let ends = [Command.markRange, .details, .mark].compactMap { map.words($0, "ends") }.first
        let advice =
            state.overriding.markedRange == nil
            ? "actions apply to all of them"
            : ["move to mark more", ends, map.words(.back, "cancels")].compactMap(\.self).joined(
                separator: ", ")
        canvas.put(
            [
                Span("\(state.overriding.marks.count) marked" + words, .prompt),
                Span("  " + advice, .dim),
            ],
            at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private static func total(_ state: DashboardState) -> Int {
        state.screen.list.total(state)
    }
}
