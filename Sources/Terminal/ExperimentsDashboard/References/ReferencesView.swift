import ExperimentsCore
import ExperimentsOperator

/// Draws where the app's sources are about a key.
enum ReferencesView {
    static func draw(_ panel: ReferencesPanel, _ state: DashboardState, on canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(panel, in: layout.header, &canvas)
        let wanted = columns(panel)
        let columns = wanted.fitted(to: wanted.measured(count: panel.count) { panel.reference(at: $0) })
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if panel.count == 0 {
            TableView.drawEmpty(emptyWords(panel), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: panel.position, count: panel.count, in: layout.list, &canvas) {
                panel.reference(at: $0)
            }
        }
        ListPanelPrompt.draw(panel, state, in: layout, on: &canvas)
    }

    private static func drawHeader(_ panel: ReferencesPanel, in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .header)
        var spans = [Span("Sources about \(panel.name)", .title), Span("  ", .header)]
        switch panel.result {
        case nil: spans.append(Span("looking…", .live))
        case .success: spans.append(Span(panel.total == 1 ? "1 place" : "\(panel.total) places", .header))
        case .failure: break
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private static func emptyWords(_ panel: ReferencesPanel) -> [String] {
        let goesBack = panel.escapeHint.words("goes back")
        return switch panel.result {
        case nil: ["experiments-scan reads the sources…"]
        case .failure(let failure): [failure.message] + [failure.advice, goesBack].compactMap(\.self)
        case .success where panel.total > 0: panel.nothingMatches()
        case .success(let found): ["no Swift source in \(found.folder) is about \(panel.name)", goesBack]
        }
    }

    private static func columns(_ panel: ReferencesPanel) -> [Column<KeyReference>] {
        let filters = [panel.reading.filter, panel.reading.search.filter]
        func shape(_ title: String, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int) -> TableColumn {
            TableColumn(
                title: title, minimum: widths.lowerBound, ideal: widths.upperBound, weight: weight, priority: priority,
                isMeasured: true)
        }
        return [
            Column("place", shape("place", 12...44, priority: 10), finding: filters, cut: .middle) {
                ("\($0.path):\($0.line)", .key)
            },
            Column("kind", shape("is", 8...8, priority: 5), finding: filters) {
                ($0.kind, $0.kind == "used" ? .changed : .dim)
            },
            Column("text", shape("line", 12...60, weight: 1, priority: 9), finding: filters, in: .value, cut: .tail) {
                ($0.text, .value)
            },
        ]
    }
}
