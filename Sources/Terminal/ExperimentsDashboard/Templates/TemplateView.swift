import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// Draws the template: its parameters with their values, or its conditions.
enum TemplateView {
    static func draw(_ panel: TemplatePanel, _ state: DashboardState, on canvas: inout Canvas) {
        let layout = TemplateLayout(state.size)
        canvas.fill(layout.parts.screen, .text)
        drawHeader(panel, state, in: layout.parts.header, on: &canvas)
        let wanted = TemplateColumns(panel, width: layout.list.columns - 2).columns
        let columns = wanted.fitted(to: wanted.measured(count: panel.count) { panel.row(at: $0) })
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.parts.titles, &canvas)
        if panel.count == 0 {
            TableView.drawEmpty(emptyWords(panel, state), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: panel.position, count: panel.count, in: layout.list, &canvas) {
                panel.row(at: $0)
            }
        }
        if let row = panel.selected, !layout.detail.isEmpty { drawDetail(row, in: layout.detail, &canvas) }
        ListPanelPrompt.draw(panel, state, in: layout.parts, on: &canvas)
    }

    private static func drawHeader(
        _ panel: TemplatePanel, _ state: DashboardState, in rect: CellRect, on canvas: inout Canvas
    ) {
        canvas.fill(rect, .header)
        var spans = [
            Span("Template", .title),
            Span(" of \(state.templates.workspace?.origin.title ?? state.sourceName)", .header),
        ]
        if let environment = state.source.environment {
            let isProduction = EnvironmentName.isProduction(environment)
            spans += [Span("  ", .header), Span(" \(environment) ", isProduction ? .badgeProduction : .headerLabel)]
        }
        if let words = state.templates.words {
            spans += [Span("  ", .header), Span(" \(words) ", .paused)]
            if state.templates.isPreviewed { spans.append(Span("  shown as it would be", .header)) }
        }
        if let draft = state.templates.draft {
            let parameters = TemplateWords.parameters(draft.template.parameters.count)
            let count = draft.template.conditions.count
            spans.append(Span("  \(parameters), \(count) condition\(count == 1 ? "" : "s")", .header))
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private static func emptyWords(_ panel: TemplatePanel, _ state: DashboardState) -> [String] {
        if let problem = state.templates.problem, state.templates.draft == nil { return problem.lines }
        if state.templates.draft == nil { return ["reading…"] }
        if panel.total > 0 { return panel.nothingMatches() }
        return [
            panel.page == .parameters ? "no parameters yet" : "no conditions yet", TemplatePanel.add.words("adds one"),
        ]
    }

    /// Draws the problem with a value that is cut, and the purpose of a row.
    private static func drawDetail(_ row: TemplateRow, in rect: CellRect, _ canvas: inout Canvas) {
        var spans = [Span(row.text, row.isPlain ? .dim : .value)]
        if let note = row.note { spans += [Span("  ", .dim), Span(note, .dim)] }
        if let place = row.place, let clause = row.clause {
            let share = NumberText.text(of: (place * 100).rounded(.down) / 100)
            let isIn = place > clause.lower && place <= clause.upper
            spans.append(
                Span("  the persona is at \(share) %, \(isIn ? "in" : "out"), as this machine assigns it", .dim))
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}

/// The columns of the template's panel.
struct TemplateColumns {
    private static let barCells = 10
    let columns: [Column<TemplateRow>]

    init(_ panel: TemplatePanel, width: Int) {
        let filters = [panel.reading.filter, panel.reading.search.filter]
        let isNarrow = width < 44
        let name = TableColumn(
            title: panel.page == .parameters ? "parameter" : "condition", minimum: isNarrow ? 10 : 18,
            ideal: max(24, width / 3), priority: 10, isMeasured: true)
        let value = TableColumn(
            title: panel.page == .parameters ? "value" : "expression", minimum: isNarrow ? 6 : 14, ideal: width / 3,
            weight: 1, priority: 9, isMeasured: true)
        let title = Column<TemplateRow>("name", name, text: \.title, shown: { $0.title + "  " }) {
            row, point, width, canvas in Self.drawName(row, at: point, width: width, finding: filters, on: &canvas)
        }
        let text = Column<TemplateRow>("value", value, finding: filters, in: .value, cut: .tail) { row in
            (row.text, row.isPlain ? .dim : row.holds ? .value : .dim)
        }
        let share = Column<TemplateRow>(
            "share", TableColumn(title: "share", minimum: 16, ideal: 18, priority: 7, isMeasured: true),
            text: Self.share,
            shown: { row in Self.share(row).map { String(repeating: "█", count: Self.barCells) + " " + $0 } }
        ) { row, point, width, canvas in Self.drawShare(row, at: point, width, on: &canvas) }
        let type = Column<TemplateRow>(
            "type", TableColumn(title: "type", minimum: 7, ideal: 7, priority: 4, isMeasured: true), .type, text: \.type
        )
        let group = Column<TemplateRow>(
            "group", TableColumn(title: "group", minimum: 8, ideal: 14, priority: 3, isMeasured: true), .group,
            text: \.group)
        let count = Column<TemplateRow>(
            "decides", TableColumn(title: "decides", minimum: 8, ideal: 13, priority: 4, isMeasured: true), .dim,
            text: { $0.count.map(TemplateWords.parameters) })
        columns = panel.page == .parameters ? [title, text, share, type, group] : [title, share, text, count]
    }

    /// The name, a sign before it for what the draft changes, and one for what the persona gets.
    private static func drawName(
        _ row: TemplateRow, at point: CellPoint, width: Int, finding filters: [Filter], on canvas: inout Canvas
    ) {
        if let change = row.change {
            canvas.put(
                change.sign, at: CellPoint(column: point.column - 1, row: point.row),
                change == .added ? .added : .changed)
        }
        let role: Role = row.item.key == nil || row.item.condition == nil ? .key : .text
        canvas.put(row.title, at: point, role, maxColumns: width - 2, overflow: .middle)
        for filter in filters { canvas.mark(filter, in: row.title, of: .key, at: point, width: width - 2) }
        guard row.holds, width > 4 else { return }
        canvas.put("●", at: CellPoint(column: point.column + width - 1, row: point.row), .ok)
    }

    private static func share(_ row: TemplateRow) -> String? {
        row.clause.map { "\(NumberText.text(of: $0.share)) %" }
    }

    /// The share as a bar, with the persona's place in it, and as a number.
    private static func drawShare(
        _ row: TemplateRow, at point: CellPoint, _ width: Int, on canvas: inout Canvas
    ) {
        guard let clause = row.clause, let text = share(row) else { return }
        let place = row.place.map { min(barCells - 1, Int($0 * Double(barCells) / 100)) }
        for (cell, isIn) in clause.cells(barCells).enumerated() {
            let (sign, role): (String, Role) =
                place == cell ? ("◆", isIn ? .ok : .missing) : isIn ? ("█", .sparkline) : ("·", .dim)
            canvas.put(sign, at: CellPoint(column: point.column + cell, row: point.row), role)
        }
        canvas.put(
            text, at: CellPoint(column: point.column + barCells + 1, row: point.row), .text,
            maxColumns: width - barCells - 1)
    }
}
