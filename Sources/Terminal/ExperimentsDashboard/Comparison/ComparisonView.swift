import ExperimentsCore

/// Two sources side by side: the keys for which they hold something else. It takes the whole screen but the footer.
enum ComparisonView {
    static func draw(_ state: DashboardState, _ panel: ComparisonPanel, _ canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(state, panel, in: layout.header, &canvas)
        let columns = columns(state, panel, width: layout.list.columns - 2)
        let plan = columns.plan(width: layout.list.columns - 2)
        if !panel.showsWhole { TableView.drawTitles(plan, in: layout.titles, &canvas) }
        if panel.count == 0 {
            TableView.drawEmpty(emptyWords(state, panel), in: layout.list, &canvas)
        } else if panel.showsWhole {
            drawWhole(state, panel, in: layout.list, &canvas)
        } else {
            columns.drawRows(
                plan, position: panel.position, count: panel.count, in: layout.list, &canvas, row: panel.row)
        }
        ListPanelPrompt.draw(panel, state, layout, &canvas)
    }

    private static func columns(
        _ state: DashboardState, _ panel: ComparisonPanel, width: Int
    ) -> [Column<SourceComparison.Row>] {
        let isNarrow = width < 40
        let key = max(isNarrow ? 6 : 10, min(panel.longestName, width * 2 / 5))
        let filters = [panel.reading.filter, panel.reading.search.filter]
        func value(_ title: String) -> TableColumn {
            TableColumn(title: title, minimum: isNarrow ? 4 : 10, ideal: width / 3, weight: 2, priority: 9)
        }
        let keyShape = TableColumn(
            title: "key", minimum: isNarrow ? 6 : min(key, 16), ideal: key, weight: 1, priority: 10)
        return [
            Column("key", keyShape, finding: filters, in: .key) { ($0.name, .key) },
            Column("left", value(state.sourceName), finding: filters, in: .value) { text(of: $0.left, .diffOld) },
            Column("right", value(panel.other.title), finding: filters, in: .value) { text(of: $0.right, .diffNew) },
        ]
    }

    static func text(of entry: Snapshot.Entry?, _ role: Role) -> (text: String, role: Role) {
        guard let entry else { return ("—", .dim) }
        guard let text = entry.text else { return (Snapshot.Entry.appDefault, .default) }
        return text.isEmpty ? ("(empty)", .dim) : (text, role)
    }

    private static func drawHeader(
        _ state: DashboardState, _ panel: ComparisonPanel, in rect: CellRect, _ canvas: inout Canvas
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
        if !panel.isCompared {
            guard let problem = panel.problem else { return ["fetching from \(panel.other.title)…"] }
            return [
                "\(panel.other.title) cannot be compared: \(problem)",
                [state.project.keyMap.words(.refetch, "tries again"), "Esc goes back"].compactMap(\.self).joined(
                    separator: ", "),
            ]
        }
        if panel.total > 0 {
            return ["no difference matches “\(panel.reading.filter.text)”", "Esc clears the filter"]
        }
        return ["\(state.sourceName) and \(panel.other.title) hold the same", "Esc goes back"]
    }
}

extension ComparisonView {
    /// Both values of one row whole, as far as there is room.
    static func drawWhole(
        _ state: DashboardState, _ panel: ComparisonPanel, in rect: CellRect, _ canvas: inout Canvas
    ) {
        guard let row = panel.selectedRow else { return }
        var lines = [[Span(row.name, .title)]]
        for (title, entry, role) in [
            (state.sourceName, row.left, Role.diffOld), (panel.other.title, row.right, Role.diffNew),
        ] {
            lines.append([Span(title, .dim)])
            let (text, textRole) = text(of: entry, role)
            let isJSON = text.first == "{" || text.first == "["
            let pretty = isJSON ? (try? JSONValue(parsing: text))?.prettyText ?? text : text
            for part in pretty.split(separator: "\n", omittingEmptySubsequences: false) {
                lines += DisplayText(part).wrapped(to: max(4, rect.columns - 6), limit: 40).map {
                    [Span("  " + $0, textRole)]
                }
            }
        }
        for (index, line) in lines.prefix(rect.rows).enumerated() {
            canvas.put(
                line, at: CellPoint(column: rect.column + 1, row: rect.row + index), maxColumns: rect.columns - 2)
        }
    }
}
