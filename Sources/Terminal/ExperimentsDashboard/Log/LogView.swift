import ExperimentsCore
import ExperimentsOperator

/// Draws the log: of each entry the time, and its sentence on as many lines as it takes.
enum LogView {
    static func draw(_ panel: LogPanel, _ state: DashboardState, on canvas: inout Canvas) {
        let layout = LogLayout(panel, state)
        canvas.fill(layout.parts.screen, .text)
        drawHeader(panel, state, in: layout.parts.header, on: &canvas)
        if panel.count == 0 {
            TableView.drawEmpty(panel.nothingMatches("nothing in the log"), in: layout.parts.list, &canvas)
        }
        var row = layout.parts.list.row
        for place in layout.visible {
            guard let entry = panel.entry(at: place, state) else { break }
            let lines = layout.lines(of: entry)
            let rect = CellRect(
                column: layout.parts.list.column, row: row, columns: layout.parts.list.columns,
                rows: min(lines.count, layout.parts.list.endRow - row))
            draw(entry, lines: lines, of: panel, by: layout, in: rect, on: &canvas)
            if place == panel.cursor {
                canvas.frame.layer(canvas.theme[.cursorRow], over: rect)
                canvas.frame.cursor = rect.origin
            }
            row = rect.endRow
        }
        canvas.put(
            ScrollBar(top: panel.top, visible: layout.visible.count, count: panel.count),
            along: layout.parts.list.splitRight(1).right)
        ListPanelPrompt.draw(panel, state, in: layout.parts, on: &canvas)
    }

    private static func draw(
        _ entry: LogEntry, lines: [String], of panel: LogPanel, by layout: LogLayout, in rect: CellRect,
        on canvas: inout Canvas
    ) {
        // The severity is visible without colours, too.
        if entry.severity != .info { canvas.put("!", at: rect.origin, entry.role) }
        canvas.put(layout.time(of: entry), at: CellPoint(column: rect.column + 1, row: rect.row), .age)
        for (index, line) in lines.prefix(rect.rows).enumerated() {
            let point = CellPoint(column: rect.column + layout.timeColumns + 3, row: rect.row + index)
            canvas.put(line, at: point, entry.role, maxColumns: layout.textColumns)
            for filter in [panel.reading.filter, panel.reading.search.filter] {
                canvas.mark(filter, in: line, at: point, width: layout.textColumns, cut: .tail)
            }
        }
    }

    private static func drawHeader(
        _ panel: LogPanel, _ state: DashboardState, in rect: CellRect, on canvas: inout Canvas
    ) {
        canvas.fill(rect, .header)
        let newer = panel.count - 1 - panel.cursor
        var spans = [
            Span("Log", .title), Span("  \(panel.total == 1 ? "1 entry" : "\(panel.total) entries")", .header),
        ]
        if panel.follows {
            spans.append(Span("  follows the newest", .live))
        } else if newer > 0 {
            let words = state.project.keyMap.words(.bottom, "follows the newest").map { "; \($0)" } ?? ""
            spans.append(Span("  \(newer) newer\(words)", .header))
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}
