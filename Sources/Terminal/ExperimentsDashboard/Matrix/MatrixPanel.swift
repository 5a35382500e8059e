import ExperimentsCore
import ExperimentsOperator

/// The values of keys for several personas, or at several sources. The panel covers the whole screen except the footer.
struct MatrixPanel: Sendable {
    /// The columns: personas or sources.
    let axis: MatrixAxis
    /// The number of the last request.
    private(set) var number: Int
    var reading = ListReading<ValueMatrix.Row>()
    /// The matrix; nil until it arrives.
    private(set) var matrix: ValueMatrix?
    /// The reason why there is no matrix.
    private(set) var problem: String?
    /// Whether an evaluation is running.
    private(set) var isEvaluating = true
    /// Whether values changed since the evaluation began.
    private(set) var isOutdated = false
    /// Whether keys that do not differ are shown.
    private(set) var showsAll = false
    /// The column with the cursor.
    private(set) var column = 0
    /// The first visible column.
    private(set) var firstColumn = 0
    /// The largest width of a name.
    private(set) var longestName = 0

    init(_ axis: MatrixAxis, awaiting number: Int) {
        self.axis = axis
        self.number = number
    }

    /// Waits for the answer to a request.
    mutating func wait(for number: Int) {
        self.number = number
        isEvaluating = true
        isOutdated = false
    }

    /// Notes that values changed during an evaluation, so that it must be repeated.
    mutating func expire() { isOutdated = true }

    mutating func take(_ answer: MatrixAnswer, _ state: DashboardState) {
        isEvaluating = false
        switch answer {
        case .success(let matrix): (self.matrix, problem) = (matrix, nil)
        case .failure(let refusal): problem = refusal.message
        }
        chooseRows(state)
        showColumn(column, state)
    }

    func allRows(_ state: DashboardState) -> [ValueMatrix.Row] {
        matrix.map { showsAll ? $0.rows : $0.rows.filter(\.differs) } ?? []
    }

    func item(of row: ValueMatrix.Row) -> String? { row.name }

    func finder(for filter: Filter, _ state: DashboardState) -> (ValueMatrix.Row) -> Bool {
        { $0.passes(filter, now: state.now) }
    }

    mutating func chooseRows(_ state: DashboardState) {
        filterRows(state)
        longestName = reading.rows.reduce(0) { max($0, min(60, $1.name.utf8.count)) }
        keepCursor(state)
    }

    mutating func toggleAll(_ state: DashboardState) {
        showsAll.toggle()
        chooseRows(state)
    }

    /// Moves the cursor to a column, and scrolls so that it is visible.
    mutating func showColumn(_ wanted: Int, _ state: DashboardState) {
        let count = matrix?.columns.count ?? 0
        column = max(0, min(wanted, count - 1))
        let room = MatrixLayout(self, state.size).valueCount
        if column < firstColumn { firstColumn = column }
        if column >= firstColumn + room { firstColumn = column - room + 1 }
        firstColumn = max(0, min(firstColumn, count - room))
    }
}

/// How the columns of a matrix share the width.
struct MatrixLayout {
    /// The minimum readable width of a value.
    private static let least = 14
    /// The width of the names.
    let key: Int
    /// The width of a value. On a narrow screen, it is what the names leave.
    let value: Int
    /// The number of value columns that fit.
    let valueCount: Int

    init(_ panel: MatrixPanel, _ size: CellSize) {
        let width = panel.layout(size).list.columns - 2
        key = max(8, min(panel.longestName + 2, width * 2 / 5))
        value = max(2, min(Self.least, width - key - 1))
        let room = max(1, (width - key) / (value + 1))
        valueCount = max(1, min(room, panel.matrix?.columns.count ?? 1))
    }
}

extension MatrixPanel: ListPanel {
    func layout(_ size: CellSize) -> ListPanelLayout { ListPanelLayout(size, listed: total) }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    static let keys: [PanelKey<MatrixPanel>] = [
        .back, .closing(.matrix),
        .open("what differs") { panel, _ in .stay(panel.showDifference()) },
        PanelKey([turning, KeyPress(.backTab)], [], word: { panel, _ in panel.axis.other.word }) { panel, _ in
            .close([.send(\.matrix, .open(panel.axis.other))])
        },
        PanelKey([], [.changedOnly], word: { panel, _ in panel.showsAll ? "differing" : "all keys" }) {
            $0.toggleAll($1)
            return .stay()
        },
        .reading(.filter, "filter"), .reading(.find, "find"),
        PanelKey([], [.copyValue], "copy") { panel, _ in .stay(panel.value.map { [.copy($0)] } ?? []) },
        PanelKey([], [.copyKey]) { panel, _ in .stay(panel.selected.map { [.copy($0.name)] } ?? []) },
        PanelKey([], [.refetch], "refresh") { panel, _ in
            .stay(panel.isEvaluating ? [] : [.send(\.matrix, .evaluateAgain)])
        },
        PanelKey([KeyPress(.left), "h"]) {
            $0.showColumn($0.column - 1, $1)
            return .stay()
        },
        PanelKey([KeyPress(.right), "l"]) {
            $0.showColumn($0.column + 1, $1)
            return .stay()
        },
    ]

    /// The key that switches between personas and sources.
    private static let turning = KeyPress(.tab)

    /// The value in the cell under the cursor.
    private var value: String? {
        guard let row = selected, row.cells.indices.contains(column) else { return nil }
        return row.cells[column]?.valueText
    }

    /// Compares the value of the cell with that of the first column; in the first column, with the first that differs.
    private func showDifference() -> [Effect] {
        guard let matrix, let row = selected, let (first, other) = comparedColumns(row), other != first else {
            return []
        }
        return DifferencePanel.opened(
            on: DifferenceRequest(
                row.name, oldSide: matrix.columns[first].title, old: row.cells[first]?.shownText,
                newSide: matrix.columns[other].title,
                new: row.cells[other]?.shownText))
    }

    /// Returns the columns to compare in a row.
    private func comparedColumns(_ row: ValueMatrix.Row) -> (first: Int, other: Int)? {
        row.baseline.map { first in
            (first, column == first ? row.cells.indices.first { row.differs(at: $0) } ?? column : column)
        }
    }
}

extension ReportRow {
    /// The value to compare, or a text if the app's default is unknown.
    fileprivate var shownText: String? {
        valueText ?? (status == .missing ? nil : Snapshot.Entry.appDefault)
    }
}

// Draws a matrix: the names stay at the left, with as many columns of values as fit beside them.
extension MatrixPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        drawTable(
            state, title: title(state), columns: columns(state), empty: emptyWords(state), on: &canvas
        ) { row(at: $0) }
        if let matrix, let row = selected, let (first, other) = comparedColumns(row) {
            let values = ComparedCells(row, matrix.columns, comparing: first, with: other)
            DetailBoxes(values.sections(state), in: layout(state.size).details, state).drawUnscrolled(&canvas)
        }
    }

    private func columns(_ state: DashboardState) -> [Column<ValueMatrix.Row>] {
        let layout = MatrixLayout(self, state.size)
        let filters = reading.finding
        let overrides = state.source.report.overrides
        let keyShape = TableColumn(title: "key", minimum: layout.key, ideal: layout.key, priority: 10)
        let key = Column<ValueMatrix.Row>("key", keyShape, finding: filters, in: .key) { row in
            (overrides[row.name] == nil ? row.name : row.name + " *", .key)
        }
        let titles = matrix?.columns.map(\.title) ?? []
        let shown = titles.indices.dropFirst(firstColumn).prefix(layout.valueCount)
        return [key]
            + shown.map {
                Self.value(titles[$0], at: $0, width: layout.value, isChosen: $0 == column, finding: filters)
            }
    }

    private static func value(
        _ title: String, at index: Int, width: Int, isChosen: Bool, finding filters: [Filter]
    ) -> Column<ValueMatrix.Row> {
        let shape = TableColumn(
            title: (isChosen ? "› " : "") + title, minimum: width, ideal: width, weight: 1,
            priority: 9)
        return Column(title, shape, text: { $0.cells[index]?.valueText }) { row, point, width, canvas in
            let text = row.excerpt(at: index, columns: width) ?? "—"
            canvas.put(text, at: point, Self.role(of: row, at: index), maxColumns: width, overflow: .tail)
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
        default: return row.differs(at: index) ? .changed : cell.usesDefault ? .default : .value
        }
    }

    private func title(_ state: DashboardState) -> BoxTitle {
        var notes: [Span] = []
        if let matrix {
            let differing = matrix.differingCount
            notes.append(
                Span(differing == 1 ? "1 differs" : "\(differing) differ", differing == 0 ? .ok : .changed))
            notes.append(Span("\(matrix.rows.count - differing) identical", .dim))
            let hidden = matrix.columns.count - MatrixLayout(self, state.size).valueCount
            if hidden > 0 { notes.append(Span("column \(column + 1) of \(matrix.columns.count)", .dim)) }
        }
        if isEvaluating { notes.append(Span("evaluating…", .live)) }
        // Without a matrix, the problem is shown in full in place of the rows.
        if matrix != nil, let problem = problem ?? columnProblem() {
            notes.append(Span(problem, .stale))
        }
        return BoxTitle(axis == .personas ? "\(state.sourceName) by persona" : "keys by source", notes: notes)
    }

    /// Returns the problem of the column under the cursor, otherwise that of any column.
    private func columnProblem() -> String? {
        guard let columns = matrix?.columns, !columns.isEmpty else { return nil }
        let chosen = columns.indices.contains(column) ? columns[column] : columns[0]
        guard let column = chosen.problem == nil ? columns.first(where: { $0.problem != nil }) : chosen,
            let problem = column.problem
        else { return nil }
        return "\(column.title): \(problem)"
    }

    private func emptyWords(_ state: DashboardState) -> [String] {
        let other = KeyHint(Self.turning, "other").words("shows \(axis.other.word)")
        let ways = [other + ", " + escapeHint.words("goes back")]
        if let problem, matrix == nil { return [problem] + ways }
        guard matrix != nil else { return ["evaluating…"] }
        if total > 0 { return nothingMatches("no key") }
        return state.project.keyMap.emptyWords(
            "all \(axis.word) have the same values", .changedOnly, does: "shows all keys")
            + ways
    }
}
