import ExperimentsCore
import ExperimentsOperator

/// Draws how every source stands.
enum HomeView {
    static func draw(_ panel: HomePanel, _ state: DashboardState, _ canvas: inout Canvas) {
        let layout = ListPanelLayout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(panel, in: layout.header, &canvas)
        let columns = columns(state, panel).fitted(to: panel.widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if panel.count == 0 {
            TableView.drawEmpty(panel.nothingMatches("no source"), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: panel.position, count: panel.count, in: layout.list, &canvas) {
                canvas, index, line in
                if panel.rows[index].name == state.source.name { canvas.put("›", at: line.origin, .title) }
                return false
            } row: {
                panel.rows[$0]
            }
        }
        ListPanelPrompt.draw(panel, state, in: layout, &canvas)
        // Whole, also where the column has no room for it.
        guard layout.hasPrompt, panel.isAtRest, state.notices.notice == nil, let problem = panel.selected?.problem
        else {
            return
        }
        let line = layout.prompt.inset(columns: 1)
        canvas.put(problem, at: line.origin, .error, maxColumns: line.columns)
    }

    static func columns(_ state: DashboardState, _ panel: HomePanel) -> [Column<SourceStanding>] {
        let filters = [panel.reading.filter, panel.reading.search.filter]
        func text(
            _ title: String, least: Int, ideal: Int, weight: Int = 0, priority: Int, isMeasured: Bool = true,
            cell: @escaping (SourceStanding) -> (text: String, role: Role)
        ) -> Column<SourceStanding> {
            Column(
                title,
                TableColumn(
                    title: title, minimum: least, ideal: ideal, weight: weight, priority: priority,
                    isMeasured: isMeasured),
                finding: filters, cut: .tail, cell: cell)
        }
        func number(
            _ title: String, _ role: Role, priority: Int, _ count: @escaping (SourceStanding.Content) -> Int
        ) -> Column<SourceStanding> {
            let shape = TableColumn(
                title: title, minimum: max(5, title.count), ideal: 9, priority: priority, isRightAligned: true)
            return Column(title, shape, finding: []) { row in
                guard let content = row.content else { return ("?", .dim) }
                let number = count(content)
                return (CountText.grouped(number), number == 0 ? .dim : role)
            }
        }
        return [
            text("source", least: 12, ideal: 18, weight: 1, priority: 10) { ($0.title, .key) },
            text("environment", least: 11, ideal: 12, priority: 6) {
                ($0.environment ?? "—", $0.environment.map(environmentRole) ?? .dim)
            },
            text("kind", least: 6, ideal: 9, priority: 2) { ($0.kind ?? "—", .type) },
            text("state", least: 9, ideal: 10, priority: 9, isMeasured: false) { ($0.word, role(of: $0)) },
            text("fetched", least: 8, ideal: 9, priority: 8, isMeasured: false) { row in
                guard let date = row.content?.fetchedAt else { return ("never", .dim) }
                return (TimeText.ago(date, now: state.now), .age)
            },
            number("missing", .missing, priority: 7) { $0.missing },
            number("incorrect", .incorrect, priority: 7) { $0.incorrect },
            number("overrides", .override, priority: 5) { $0.overrides },
            number("keys", .text, priority: 3) { $0.keys },
            text("why", least: 8, ideal: 30, weight: 2, priority: 1) { row in
                if let problem = row.problem { return (problem, .error) }
                return (row.liveStatus.reason ?? "", .dim)
            },
        ]
    }

    private static func environmentRole(_ environment: String) -> Role {
        environment.lowercased().hasPrefix("prod") ? .warning : .text
    }

    private static func role(of standing: SourceStanding) -> Role {
        switch standing.word {
        case "failing": .error
        case "paused": .paused
        case "live": .live
        case "lost": .stale
        case "not asked", "connecting", "asking…": .dim
        default: .ok
        }
    }

    private static func drawHeader(_ panel: HomePanel, in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .header)
        var spans = [
            Span("Sources", .title), Span(panel.total == 1 ? "  1 source" : "  \(panel.total) sources", .header),
        ]
        let failing = panel.rows.count { $0.problem != nil }
        if failing > 0 { spans.append(Span("  \(failing) failing", .error)) }
        let missing = panel.rows.reduce(0) { $0 + ($1.content?.missing ?? 0) }
        if missing > 0 { spans.append(Span("  \(missing) missing", .missing)) }
        let incorrect = panel.rows.reduce(0) { $0 + ($1.content?.incorrect ?? 0) }
        if incorrect > 0 { spans.append(Span("  \(incorrect) incorrect", .incorrect)) }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}
