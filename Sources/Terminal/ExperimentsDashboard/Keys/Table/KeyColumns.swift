import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// The columns of the lists of keys, screens 1 to 4, and what a click on their titles sorts by.
struct KeyColumns {
    /// All columns, including those for which there is no room.
    let columns: [Column<KeyRow>]
    private let width: Int
    /// Whether every key of the list has the same status.
    private let hasOneStatus: Bool

    /// - Parameter width: the columns of the screen that there are for them; nil for those of the list.
    init(_ state: DashboardState, width: Int? = nil) {
        let list = state.layout.list
        self.width = width ?? (list.isEmpty ? state.size.columns : list.columns) - 2
        hasOneStatus = state.screen.scope == .missing || state.screen.scope == .incorrect
        let wanted = Self.columns(state, width: self.width)
        // What is written to a file has every column.
        let isShort = width == nil && Self.leavesOutChanges(state)
        columns = (isShort ? wanted.filter { $0.sort != .changed } : wanted).fitted(to: state.list.widths)
    }

    /// Beside the details, room is short: a column in which nothing stands yet goes before a value is cut.
    private static func leavesOutChanges(_ state: DashboardState) -> Bool {
        state.layout.showsDetailsBeside && state.source.changedAt.isEmpty && !state.history.isInThePast
            && state.list.sort.column != .changed && state.list.widths["value"] ?? 0 > idealValue
    }

    /// The number of columns for a value before other columns get their ideal width.
    private static let idealValue = 24

    /// All columns of the state's screen, whatever there is room for.
    static func all(_ state: DashboardState) -> KeyColumns { KeyColumns(state, width: roomForAll) }

    private static let roomForAll = 200

    /// The orders that the columns offer, in the order in which they are offered: that of declaration and that of the
    /// names first. Where all keys have one status, it is not offered.
    var orders: [KeyOrder.Column] {
        let sorts = columns.compactMap(\.sort).filter { $0 != .key && ($0 != .status || !hasOneStatus) }
        return [.declared, .key] + sorts
    }

    /// What a click on the titles sorts by.
    func sortColumn(at column: Int) -> KeyOrder.Column? {
        columns.plan(width: width).columns.last { $0.offset + 1 <= column }.flatMap { columns[$0.index].sort }
    }

    /// The columns by which the list can be sorted, from left to right.
    var sortColumns: [KeyOrder.Column] {
        columns.plan(width: width).columns.compactMap { columns[$0.index].sort }
    }

    private static func columns(_ state: DashboardState, width: Int) -> [Column<KeyRow>] {
        let isNarrow = width < 44
        let status = Column<KeyRow>(
            "status",
            TableColumn(
                title: isNarrow ? "" : "status", minimum: isNarrow ? 4 : 10, ideal: isNarrow ? 4 : 10, priority: 9),
            sort: .status, text: \.statusWord.text
        ) { row, point, width, canvas in row.drawStatus(at: point, width, &canvas) }
        let type = Column<KeyRow>(
            "type", TableColumn(title: "type", minimum: 6, ideal: 6, priority: 3), sort: .type,
            text: \.row?.key.schema.kind.rawValue
        ) { row, point, width, canvas in row.drawType(at: point, width, &canvas) }
        let start = [status, key(state, width: width, isNarrow: isNarrow)]
        func value(_ name: String, _ title: String, _ text: @escaping (KeyRow) -> String?) -> Column<KeyRow> {
            let shape = TableColumn(
                title: title, minimum: isNarrow ? leastWidth(5, in: width) : 16, ideal: idealValue, weight: 3,
                priority: 8,
                isMeasured: true)
            return self.value(name, shape, sort: .value, text)
        }
        switch state.screen.scope ?? .all {
        case .missing:
            let expected = Column<KeyRow>(
                "expected",
                TableColumn(
                    title: "expected", minimum: 10, ideal: 24, weight: 2, priority: 5, isMeasured: true),
                sort: .expected, .text, text: \.row?.key.schema.expectation)
            return start + [value("value", "default", \.valueText), expected, type]
        case .incorrect:
            let reason = Column<KeyRow>(
                "reason",
                TableColumn(title: "why", minimum: 18, ideal: 40, weight: 3, priority: 7, isMeasured: true),
                sort: .reason,
                .incorrect, text: \.row?.problem?.reason)
            return start + [value("found", "found", \.row?.problem?.found), reason, type]
        case .overrides:
            let layer = state.overriding.layers.count > 1 ? [layer] : []
            return start + [value("value", "override", \.valueText)] + aboutOverride + layer
        case .all:
            // The words are few and short, so that each has room, whatever the values beside them need.
            let words = max(8, min(state.list.widths["source"] ?? 8, 12))
            let source = Column<KeyRow>(
                "source", TableColumn(title: "from", minimum: words, ideal: words, priority: 5, isMeasured: true),
                sort: .source, .dim, text: \.row?.sourceWord)
            return start + [value("value", "value", \.valueText), source, type, changed]
        }
    }

    /// Returns the least width of the name and the value, which come first. Columns without room beside them are left
    /// out.
    private static func leastWidth(_ least: Int, in width: Int) -> Int { max(least, min(14, width / 3)) }

    private static func key(_ state: DashboardState, width: Int, isNarrow: Bool) -> Column<KeyRow> {
        let ideal = state.keyColumnWidth(in: width, isNarrow: isNarrow)
        let grows = state.list.keyColumnShift == 0 && ideal < state.list.keyColumnWidth
        let shape = TableColumn(
            title: "key", minimum: isNarrow ? leastWidth(8, in: width) : min(ideal, 20), ideal: ideal,
            weight: grows ? 1 : 0, priority: 10, measured: grows ? state.list.keyColumnWidth : nil)
        return Column("key", shape, sort: .key, text: \.name) { row, point, width, canvas in
            row.drawName(at: point, width, &canvas)
        }
    }

    private static func value(
        _ name: String, _ shape: TableColumn, sort: KeyOrder.Column, _ text: @escaping (KeyRow) -> String?
    ) -> Column<KeyRow> {
        Column(name, shape, sort: sort, text: text) { row, point, width, canvas in
            row.drawValue(text(row), at: point, width, &canvas)
        }.scrolled
    }

    private static var changed: Column<KeyRow> {
        Column(
            "changed", TableColumn(title: "changed", minimum: 9, ideal: 9, priority: 4), sort: .changed,
            text: \.changeDate
        ) { row, point, width, canvas in row.drawChange(at: point, width, &canvas) }
    }

    /// The columns about an override besides its value.
    private static var aboutOverride: [Column<KeyRow>] {
        [
            value(
                "upstream",
                TableColumn(
                    title: "upstream", minimum: 8, ideal: 14, weight: 2, priority: 6, isMeasured: true),
                sort: .upstream, \.row?.remoteText),
            Column(
                "author", TableColumn(title: "by", minimum: 6, ideal: 10, priority: 4, isMeasured: true), sort: .author,
                .dim,
                text: \.override?.author),
            Column(
                "expires", TableColumn(title: "until", minimum: 8, ideal: 10, priority: 5), sort: .expires,
                text: \.expiry
            ) { row, point, width, canvas in canvas.put(row.shortExpiry, at: point, .age, maxColumns: width) },
            Column(
                "note",
                TableColumn(title: "note", minimum: 8, ideal: 16, weight: 1, priority: 3, isMeasured: true),
                sort: .note, .dim, text: \.override?.note),
        ]
    }

    private static var layer: Column<KeyRow> {
        Column(
            "layer", TableColumn(title: "layer", minimum: 9, ideal: 10, priority: 4, isMeasured: true), .dim,
            text: \.layerName)
    }
}
