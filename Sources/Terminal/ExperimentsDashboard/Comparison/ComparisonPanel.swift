import ExperimentsCore
import Foundation

/// The panel that compares the current source with another one: the keys whose values differ.
struct ComparisonPanel: Sendable {
    /// The other source.
    let other: DashboardSource
    /// The values of the other source; nil until they are known.
    var snapshot: Snapshot?
    /// Why the other source could not be fetched; nil if it was.
    var problem: String?
    /// The filter and the search of the list.
    // By their index in the comparison.
    var reading = ListReading<Int>()
    /// The differences; nil until both sources were compared.
    private var index: ComparisonIndex?
    /// The length of the longest name in bytes.
    private(set) var longestName = 0
    /// The widths of the values of both sides.
    private(set) var widths: ColumnWidths = [:]

    init(with other: DashboardSource) {
        self.other = other
    }

    /// Whether both sources were compared.
    var isCompared: Bool { index != nil }

    /// The number of names that have the same value in both sources.
    var sameCount: Int { index?.comparison.sameCount ?? 0 }

    /// Returns the difference at an index of the list.
    func difference(at place: Int) -> SourceComparison.Row? {
        row(at: place).flatMap { index?.comparison.rows[$0] }
    }

    /// The difference under the cursor.
    var selectedRow: SourceComparison.Row? { difference(at: cursor) }

    /// Takes the new comparison after one of the sources changed.
    mutating func take(_ index: ComparisonIndex, _ state: DashboardState) {
        self.index = index
        chooseRows(state)
    }

    func allRows(_ state: DashboardState) -> [Int] { Array(0..<(index?.rowCount ?? 0)) }

    func item(of row: Int) -> String? { index?.comparison.rows[row].name }

    mutating func finder(for filter: Filter, _ state: DashboardState) -> (Int) -> Bool {
        // Hold the only reference, because otherwise the stored results would be copied.
        guard var index = index.take() else { return { _ in false } }
        let found = index.rows(passing: filter)
        self.index = index
        return found.contains
    }

    mutating func chooseRows(_ state: DashboardState) {
        filterRows(state)
        let rows = index?.comparison.rows ?? []
        longestName = reading.rows.reduce(0) { max($0, rows[$1].name.utf8.count) }
        widths = columns(state, width: listRect(state).columns - 2).measured(count: count) {
            difference(at: $0).map(ComparisonRow.init)
        }
        keepCursor(state)
    }
}

extension ComparisonPanel: ListPanel {
    func layout(_ size: CellSize) -> ListPanelLayout { ListPanelLayout(size, listed: total) }

    static let keys: [PanelKey<ComparisonPanel>] = [
        PanelKey(
            [KeyPress(.escape)], [.back, .quit, .compare], word: { panel, _ in panel.escapeWord }
        ) { $0.goBack($1) },
        .reading(.filter, "filter"), .reading(.find, "find"),
        PanelKey([], [.refetch], "fetch again") { panel, _ in
            .stay([.readSource(panel.other.name), .fetch(.manual)])
        },
        PanelKey([], [.copyValue], "copy") { panel, _ in .stay(panel.copiedDifference) },
        PanelKey([], [.copyKey]) { panel, _ in .stay(panel.selectedRow.map { [.copy($0.name)] } ?? []) },
        PanelKey([], [.details], "what differs") { panel, state in
            guard let row = panel.selectedRow else { return .stay() }
            return .stay(DifferencePanel.opened(on: panel.difference(row, state)))
        },
    ]

    /// Returns whether the panel stays open after a change to the source, which cannot be compared with itself.
    func outlives(changeTo source: DashboardSource) -> Bool { source.name != other.name }

    /// Goes back one step. The last step closes the panel.
    private mutating func goBack(_ state: DashboardState) -> PanelAnswer {
        guard !clearReading(state) else { return .stay() }
        return .close([.discardIfLarge(self)])
    }

    private func difference(_ row: SourceComparison.Row, _ state: DashboardState) -> DifferenceRequest {
        func text(_ entry: Snapshot.Entry?) -> String? { entry.map { $0.text ?? Snapshot.Entry.appDefault } }
        return DifferenceRequest(
            row.name, oldSide: state.sourceName, old: text(row.left), newSide: other.title,
            new: text(row.right))
    }

    /// Returns both values of a key as for a matrix.
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

// Two sources side by side: the keys whose values differ. The panel covers the whole screen except the footer.
extension ComparisonPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = layout(state.size)
        drawTable(
            state, title: title(state),
            columns: columns(state, width: layout.list.columns - 2).fitted(to: widths),
            empty: emptyWords(state), on: &canvas
        ) { difference(at: $0).map(ComparisonRow.init) }
        if let values = selectedRow.flatMap({ values(of: $0, state) }) {
            DetailBoxes(values.sections(state), in: layout.details, state).drawUnscrolled(&canvas)
        }
    }

    private func title(_ state: DashboardState) -> BoxTitle {
        let notes =
            if let problem {
                [Span("\(other.title): \(problem)", .stale)]
            } else if isCompared {
                [
                    Span(total == 1 ? "1 differs" : "\(total) differ", total == 0 ? .ok : .changed),
                    Span("\(sameCount) identical", .dim),
                ]
            } else {
                [Span("fetching…", .live)]
            }
        return BoxTitle("\(state.sourceName) ↔ \(other.title)", notes: notes)
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
        let filters = reading.finding
        func value(
            _ name: String, title: String,
            _ side: @escaping (ComparisonRow, Int) -> (text: String, role: Role)
        )
            -> Column<ComparisonRow>
        {
            let shape = TableColumn(
                title: title, minimum: isNarrow ? 4 : 10, ideal: width / 3, weight: 2, priority: 9,
                isMeasured: true)
            return Column(name, shape, text: { side($0, ColumnSample.widest).text }) {
                row, point, width, canvas in
                let (text, role) = side(row, width)
                canvas.put(text, at: point, role, maxColumns: width, overflow: .tail)
                for filter in filters {
                    canvas.mark(filter, in: text, of: .value, at: point, width: width, cut: .tail)
                }
            }
        }
        let keyShape = TableColumn(
            title: "key", minimum: isNarrow ? 6 : min(key, 16), ideal: key, weight: 1, priority: 10,
            measured: longestName)
        let difference = TableColumn("", (isNarrow ? 10 : 20)...24, priority: 4, isMeasured: true)
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

/// A row of the comparison, with the differing parts.
struct ComparisonRow {
    let row: SourceComparison.Row
    let difference: ValueDifference

    init(_ row: SourceComparison.Row) {
        self.row = row
        difference = ValueDifference(glancingAt: row.left?.text, row.right?.text)
    }

    func left(columns: Int) -> (text: String, role: Role) {
        Self.cell(row.left, difference.excerpts(columns: columns).old, in: .value)
    }

    func right(columns: Int) -> (text: String, role: Role) {
        Self.cell(row.right, difference.excerpts(columns: columns).new, in: .value)
    }

    private static func cell(_ entry: Snapshot.Entry?, _ excerpt: String, in role: Role) -> (
        text: String, role: Role
    ) {
        guard let entry else { return ("—", .dim) }
        guard let text = entry.text else { return (Snapshot.Entry.appDefault, .default) }
        return text.isEmpty ? ("(empty)", .dim) : (excerpt, role)
    }
}
