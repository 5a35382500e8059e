import ExperimentsCore
import ExperimentsOperator

/// Draws a matrix: names at the left, which stay, and as many columns of values as fit beside them.
enum MatrixView {
    static func draw(_ state: DashboardState, _ panel: MatrixPanel, on canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(state, panel, in: layout.header, on: &canvas)
        let columns = columns(state, panel)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if panel.count == 0 {
            TableView.drawEmpty(emptyWords(state, panel), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: panel.position, count: panel.count, in: layout.list, &canvas) {
                panel.row(at: $0)
            }
        }
        ListPanelPrompt.draw(panel, state, in: layout, on: &canvas)
    }

    private static func columns(_ state: DashboardState, _ panel: MatrixPanel) -> [Column<ValueMatrix.Row>] {
        let layout = MatrixLayout(panel, state.size)
        let filters = [panel.reading.filter, panel.reading.search.filter]
        let overrides = state.source.report.overrides
        let keyShape = TableColumn(title: "key", minimum: layout.key, ideal: layout.key, priority: 10)
        let key = Column<ValueMatrix.Row>("key", keyShape, finding: filters, in: .key) { row in
            (overrides[row.name] == nil ? row.name : row.name + " *", .key)
        }
        let titles = panel.matrix?.columns.map(\.title) ?? []
        let shown = titles.indices.dropFirst(panel.firstColumn).prefix(layout.valueCount)
        return [key]
            + shown.map {
                value(titles[$0], at: $0, width: layout.value, isChosen: $0 == panel.column, finding: filters)
            }
    }

    private static func value(
        _ title: String, at index: Int, width: Int, isChosen: Bool, finding filters: [Filter]
    ) -> Column<ValueMatrix.Row> {
        let shape = TableColumn(
            title: (isChosen ? "›" : "") + title, minimum: width, ideal: width, weight: 1,
            priority: 9)
        return Column(title, shape, text: { $0.cells[index]?.valueText }) { row, point, width, canvas in
            let text = row.excerpt(at: index, columns: width) ?? "—"
            canvas.put(text, at: point, role(of: row, at: index), maxColumns: width, overflow: .tail)
            for filter in filters {
                canvas.mark(filter, in: text, of: .value, at: point, width: width, cut: .tail)
            }
        }
    }

    private static func role(of row: ValueMatrix.Row, at index: Int) -> Role {
        guard let cell = row.cells[index] else { return .dim }
        switch cell.status {
        case .missing: return .missing
        case .incorrect: return .incorrect
        default: return row.differs(at: index) ? .diffNew : cell.usesDefault ? .default : .value
        }
    }

    private static func drawHeader(
        _ state: DashboardState, _ panel: MatrixPanel, in rect: CellRect, on canvas: inout Canvas
    ) {
        canvas.fill(rect, .header)
        let subject = panel.axis == .personas ? "\(state.sourceName) by persona" : "keys by source"
        var spans = [Span(subject, .title), Span("  ", .header)]
        if let matrix = panel.matrix {
            let differing = matrix.differingCount
            spans.append(
                Span(differing == 1 ? "1 differs" : "\(differing) differ", differing == 0 ? .ok : .changed))
            spans.append(Span("  \(matrix.rows.count - differing) alike", .header))
            let hidden = matrix.columns.count - MatrixLayout(panel, state.size).valueCount
            if hidden > 0 { spans.append(Span("  column \(panel.column + 1) of \(matrix.columns.count)", .header)) }
        }
        if panel.isEvaluating { spans.append(Span(panel.matrix == nil ? "evaluating…" : "  evaluating…", .live)) }
        // Without a matrix, the place of the rows tells the problem, in full.
        if panel.matrix != nil, let problem = panel.problem ?? columnProblem(panel) {
            spans.append(Span("  " + problem, .stale))
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    /// Returns the problem of the column under the cursor, or else of any column.
    private static func columnProblem(_ panel: MatrixPanel) -> String? {
        guard let columns = panel.matrix?.columns, !columns.isEmpty else { return nil }
        let chosen = columns.indices.contains(panel.column) ? columns[panel.column] : columns[0]
        guard let column = chosen.problem == nil ? columns.first(where: { $0.problem != nil }) : chosen,
            let problem = column.problem
        else { return nil }
        return "\(column.title): \(problem)"
    }

    private static func emptyWords(_ state: DashboardState, _ panel: MatrixPanel) -> [String] {
        let other = panel.otherAxisHint.words("shows \(panel.axis.other.word)")
        let ways = [other + ", " + panel.escapeHint.words("goes back")]
        if let problem = panel.problem, panel.matrix == nil { return [problem] + ways }
        guard panel.matrix != nil else { return ["evaluating…"] }
        if panel.total > 0 { return panel.nothingMatches("no key") }
        return state.project.keyMap.emptyWords(
            "all \(panel.axis.word) get the same", .changedOnly, does: "shows all keys")
            + ways
    }
}
