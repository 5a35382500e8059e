import ExperimentsCore
import Foundation

/// The current source beside another one: the keys whose values differ.
struct ComparisonPanel: Sendable {
    /// The other source.
    let other: DashboardSource
    /// The values of the other source; nil until they are known.
    var snapshot: Snapshot?
    /// Why the other source could not be fetched; nil if it was.
    var problem: String?
    /// The filter and the search of the list.
    var reading = ListReading()
    /// The differences; nil until both sources were compared.
    private var index: ComparisonIndex?
    /// The rows that the filter lets through, as positions in the comparison.
    private var visible: [Int] = []
    /// The length of the longest name in bytes.
    private(set) var longestName = 0
    /// The widths of the values of both sides.
    private(set) var widths: ColumnWidths = [:]
    private(set) var position = ListPosition()

    init(with other: DashboardSource) {
        self.other = other
    }

    /// Whether both sources were compared.
    var isCompared: Bool { index != nil }

    var count: Int { visible.count }

    /// The number of rows without the filter.
    var total: Int { index?.rowCount ?? 0 }

    var cursor: Int { position.cursor }

    var top: Int { position.top }

    /// The number of names that have the same value in both sources.
    var sameCount: Int { index?.comparison.sameCount ?? 0 }

    /// The row at a place of the list.
    func row(at place: Int) -> SourceComparison.Row? {
        visible.indices.contains(place) ? index?.comparison.rows[visible[place]] : nil
    }

    /// The row under the cursor.
    var selectedRow: SourceComparison.Row? { row(at: position.cursor) }

    /// Takes the new comparison after one of the sources has changed.
    mutating func take(_ index: ComparisonIndex, _ state: DashboardState) {
        self.index = index
        chooseRows(state)
    }

    mutating func chooseRows(_ state: DashboardState) {
        guard var index else { return }
        // Only one may hold it, or what it keeps in mind would be copied.
        self.index = nil
        visible = index.rows(passing: reading.filter).rows
        self.index = index
        let rows = index.comparison.rows
        longestName = visible.reduce(0) { max($0, rows[$1].name.utf8.count) }
        widths = columns(state, width: state.size.columns - 2).measured(count: count) {
            self.row(at: $0).map(ComparisonRow.init)
        }
        findMatches(state)
        keepCursor(state)
    }

    mutating func rows(found filter: Filter, _ state: DashboardState) -> [Int] {
        guard var index else { return [] }
        self.index = nil
        let found = index.rows(passing: filter)
        self.index = index
        return visible.indices.filter { found.contains(visible[$0]) }
    }

    /// Keeps the cursor on its key, and on the screen.
    private mutating func keepCursor(_ state: DashboardState) {
        let (visible, rows) = (visible, index?.comparison.rows ?? [])
        position.follow(count: visible.count) {
            rows[visible[$0]].name
        } place: { name in
            visible.firstIndex { rows[$0].name == name }
        }
        position.reveal(rows: layout(state.size).list.rows, count: visible.count)
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        let (visible, rows) = (visible, index?.comparison.rows ?? [])
        position.move(to: row, count: visible.count) { rows[visible[$0]].name }
        position.reveal(rows: layout(state.size).list.rows, count: visible.count)
    }

    func page(_ state: DashboardState) -> Int { max(1, layout(state.size).list.rows - 1) }
}

extension ComparisonPanel: ListPanel {
    func layout(_ size: CellSize) -> ListPanelLayout { ListPanelLayout(size, listed: total) }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        let acts = map.hint([.refetch], "fetch again") + map.hint([.copyValue], "copy")
        return [escapeHint] + map.hint([.filter], "filter") + map.hint([.find], "find") + acts
            + map.hint([.details], "what differs")
    }

    /// A source is not compared with itself.
    func outlives(changeTo source: DashboardSource) -> Bool { source.name != other.name }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back), (_, .quit), (_, .compare): return goBack(state)
        case (_, .refetch): return .stay([.readSource(other.name), .fetch(.manual)])
        case (_, .details):
            guard let row = selectedRow else { return .stay() }
            return .stay(DifferencePanel.opened(on: difference(row, state)))
        case (_, .copyValue): return .stay(copiedDifference)
        case (_, .copyKey): return .stay(selectedRow.map { [.copy($0.name)] } ?? [])
        default: break
        }
        return .stay()
    }

    /// One step back; the last one closes.
    private mutating func goBack(_ state: DashboardState) -> PanelAnswer {
        guard !clearReading(state) else { return .stay() }
        return .close(Context(state).discarding(self))
    }

    private func difference(_ row: SourceComparison.Row, _ state: DashboardState) -> DifferenceRequest {
        func text(_ entry: Snapshot.Entry?) -> String? { entry.map { $0.text ?? Snapshot.Entry.appDefault } }
        return DifferenceRequest(
            row.name, oldSide: state.sourceName, old: text(row.left), newSide: other.title, new: text(row.right))
    }

    /// Both values of a key as a matrix has them.
    private func values(of row: SourceComparison.Row, _ state: DashboardState) -> ComparedCells? {
        func column(_ title: String, _ snapshot: Snapshot, _ entry: Snapshot.Entry?) -> ValueMatrix.Column {
            let entries = entry.map { [row.name: $0] } ?? [:]
            return ValueMatrix.Column(
                title: title, snapshot: Snapshot(entries: entries, fetchedAt: snapshot.fetchedAt))
        }
        guard let snapshot else { return nil }
        let report = state.source.report
        let declared = report.rows.prefix(report.declaredCount).first { $0.name == row.name }?.key
        let matrix = ValueMatrix(
            [
                column(state.sourceName, report.snapshot, row.left), column(other.title, snapshot, row.right),
            ], keys: declared.map { [$0] } ?? [], booleanPolicy: report.booleanPolicy, at: state.now)
        return matrix.rows.first.map { ComparedCells($0, matrix.columns, comparing: 0, with: 1) }
    }

    private var copiedDifference: [Effect] {
        guard let row = selectedRow else { return [] }
        return [.copy("\(row.name): \(row.left?.text ?? "-") → \(row.right?.text ?? "-")")]
    }
}

// Two sources side by side: the keys whose values differ. Covers the whole screen except the footer.
extension ComparisonPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = layout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(state, in: layout.header, on: &canvas)
        let columns = columns(state, width: layout.list.columns - 2).fitted(to: widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if count == 0 {
            TableView.drawEmpty(emptyWords(state), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: position, count: count, in: layout.list, &canvas) {
                row(at: $0).map(ComparisonRow.init)
            }
        }
        if let values = selectedRow.flatMap({ values(of: $0, state) }) {
            DetailBoxes(values.sections(state), in: layout.details, state).drawUnscrolled(&canvas)
        }
        drawPrompt(state, in: layout, on: &canvas)
    }

    private func drawHeader(_ state: DashboardState, in rect: CellRect, on canvas: inout Canvas) {
        canvas.fill(rect, .header)
        var spans = [Span("\(state.sourceName) ↔ \(other.title)", .title), Span("  ", .header)]
        if let problem {
            spans.append(Span("\(other.title): \(problem)", .stale))
        } else if isCompared {
            let count = total
            spans.append(Span(count == 1 ? "1 differs" : "\(count) differ", count == 0 ? .ok : .changed))
            spans.append(Span("  \(sameCount) identical", .header))
        } else {
            spans.append(Span("fetching…", .live))
        }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private func emptyWords(_ state: DashboardState) -> [String] {
        let goesBack = escapeHint.words("goes back")
        if !isCompared {
            guard let problem else { return ["fetching from \(other.title)…"] }
            let ways = [state.project.keyMap.words(.refetch, "tries again"), goesBack].compactMap(\.self)
            return ["cannot compare with \(other.title): \(problem)", ways.joined(separator: ", ")]
        }
        if total > 0 { return nothingMatches("no difference") }
        return ["\(state.sourceName) and \(other.title) are identical", goesBack]
    }
}

// The columns of the comparison of two sources.
extension ComparisonPanel {
    private func columns(_ state: DashboardState, width: Int) -> [Column<ComparisonRow>] {
        let isNarrow = width < 40
        let key = max(isNarrow ? 6 : 10, min(longestName, width * 2 / 5))
        let filters = [reading.filter, reading.search.filter]
        func value(
            _ name: String, title: String, _ side: @escaping (ComparisonRow, Int) -> (text: String, role: Role)
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
            measured: longestName)
        let difference = TableColumn(title: "", minimum: 10, ideal: 24, priority: 4, isMeasured: true)
        return [
            Column("key", keyShape, finding: filters, in: .key) { ($0.row.name, .key) },
            value("left", title: state.sourceName) { $0.left(columns: $1) },
            value("right", title: other.title) { $0.right(columns: $1) },
            Column("difference", difference, .dim) { row in
                if row.row.left == nil { return "only in \(other.title)" }
                return row.row.right == nil ? "only in \(state.sourceName)" : row.difference.word
            },
        ]
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
        Self.cell(row.left, difference.excerpts(columns: columns).old, in: .diffOld)
    }

    func right(columns: Int) -> (text: String, role: Role) {
        Self.cell(row.right, difference.excerpts(columns: columns).new, in: .diffNew)
    }

    private static func cell(_ entry: Snapshot.Entry?, _ excerpt: String, in role: Role) -> (text: String, role: Role) {
        guard let entry else { return ("—", .dim) }
        guard let text = entry.text else { return (Snapshot.Entry.appDefault, .default) }
        return text.isEmpty ? ("(empty)", .dim) : (excerpt, role)
    }
}
