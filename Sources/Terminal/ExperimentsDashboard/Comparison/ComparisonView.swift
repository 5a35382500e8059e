import ExperimentsCore

/// Two sources side by side: the keys for which they hold something else. It takes the whole screen but the footer.
enum ComparisonView {
    static func draw(_ state: DashboardState, _ panel: ComparisonPanel, _ canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(state, panel, in: layout.header, &canvas)
        let columns = columns(state, panel, width: layout.list.columns - 2).fitted(to: panel.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if panel.count == 0 {
            TableView.drawEmpty(emptyWords(state, panel), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: panel.position, count: panel.count, in: layout.list, &canvas) {
                panel.row(at: $0).map(ComparisonRow.init)
            }
        }
        ListPanelPrompt.draw(panel, state, in: layout, &canvas)
    }

    static func columns(
        _ state: DashboardState, _ panel: ComparisonPanel, width: Int
    ) -> [Column<ComparisonRow>] {
        let isNarrow = width < 40
        let key = max(isNarrow ? 6 : 10, min(panel.longestName, width * 2 / 5))
        let filters = [panel.reading.filter, panel.reading.search.filter]
        func value(
            _ name: String, _ title: String, _ side: @escaping (ComparisonRow, Int) -> (text: String, role: Role)
        )
            -> Column<ComparisonRow>
        {
            let shape = TableColumn(
                title: title, minimum: isNarrow ? 4 : 10, ideal: width / 3, weight: 2, priority: 9, isMeasured: true)
            return Column(name, shape, text: { side($0, ColumnSample.widest).text }) { row, point, width, canvas in
                let (text, role) = side(row, width)
                canvas.put(text, at: point, role, maxColumns: width, overflow: .tail)
                for filter in filters { canvas.mark(filter, in: text, of: .value, at: point, width: width, cut: .tail) }
            }
        }
        let keyShape = TableColumn(
            title: "key", minimum: isNarrow ? 6 : min(key, 16), ideal: key, weight: 1, priority: 10,
            measured: panel.longestName)
        return [
            Column("key", keyShape, finding: filters, in: .key) { ($0.row.name, .key) },
            value("left", state.sourceName) { $0.left(columns: $1) },
            value("right", panel.other.title) { $0.right(columns: $1) },
            Column(
                "difference", TableColumn(title: "", minimum: 10, ideal: 10, priority: 4), .dim, text: \.difference.word
            ),
        ]
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

/// A row of the comparison, and what differs in it.
struct ComparisonRow {
    let row: SourceComparison.Row
    let difference: ValueDifference

    init(_ row: SourceComparison.Row) {
        self.row = row
        difference = ValueDifference(glancingAt: row.left?.text, row.right?.text)
    }

    func left(columns: Int) -> (text: String, role: Role) {
        Self.cell(row.left, difference.excerpts(columns: columns).old, .diffOld)
    }

    func right(columns: Int) -> (text: String, role: Role) {
        Self.cell(row.right, difference.excerpts(columns: columns).new, .diffNew)
    }

    private static func cell(_ entry: Snapshot.Entry?, _ excerpt: String, _ role: Role) -> (text: String, role: Role) {
        guard let entry else { return ("—", .dim) }
        guard let text = entry.text else { return (Snapshot.Entry.appDefault, .default) }
        return text.isEmpty ? ("(empty)", .dim) : (excerpt, role)
    }
}
