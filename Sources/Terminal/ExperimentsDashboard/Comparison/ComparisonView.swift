import ExperimentsCore

/// Two sources side by side: the keys for which they hold something else. It takes the whole screen but the footer.
enum ComparisonView {
    static func draw(_ state: DashboardState, _ panel: ComparisonPanel, on canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(state, panel, in: layout.header, on: &canvas)
        let columns = ComparisonColumns(state, panel, width: layout.list.columns - 2).columns.fitted(to: panel.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if panel.count == 0 {
            TableView.drawEmpty(emptyWords(state, panel), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: panel.position, count: panel.count, in: layout.list, &canvas) {
                panel.row(at: $0).map(ComparisonRow.init)
            }
        }
        ListPanelPrompt.draw(panel, state, in: layout, on: &canvas)
    }

    private static func drawHeader(
        _ state: DashboardState, _ panel: ComparisonPanel, in rect: CellRect, on canvas: inout Canvas
    ) {
        canvas.fill(rect, .header)
        var spans = [Span("\(state.sourceName) ↔ \(panel.other.title)", .title), Span("  ", .header)]
        if let problem = panel.problem {
            spans.append(Span("\(panel.other.title): \(problem)", .stale))
        } else if panel.isCompared {
            let count = panel.total
            spans.append(Span(count == 1 ? "1 differs" : "\(count) differ", count == 0 ? .ok : .changed))
            spans.append(Span("  \(panel.sameCount) alike", .header))
        } else {
            spans.append(Span("fetching…", .live))
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private static func emptyWords(_ state: DashboardState, _ panel: ComparisonPanel) -> [String] {
        let goesBack = panel.escapeHint.words("goes back")
        if !panel.isCompared {
            guard let problem = panel.problem else { return ["fetching from \(panel.other.title)…"] }
            let ways = [state.project.keyMap.words(.refetch, "tries again"), goesBack].compactMap(\.self)
            return ["\(panel.other.title) cannot be compared: \(problem)", ways.joined(separator: ", ")]
        }
        if panel.total > 0 { return panel.nothingMatches("no difference") }
        return ["\(state.sourceName) and \(panel.other.title) hold the same", goesBack]
    }
}
