import ExperimentsCore

/// The columns of the comparison of two sources.
struct ComparisonColumns {
    let columns: [Column<ComparisonRow>]

    init(_ state: DashboardState, _ panel: ComparisonPanel, width: Int) {
        let isNarrow = width < 40
        let key = max(isNarrow ? 6 : 10, min(panel.longestName, width * 2 / 5))
        let filters = [panel.reading.filter, panel.reading.search.filter]
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
            measured: panel.longestName)
        columns = [
            Column("key", keyShape, finding: filters, in: .key) { ($0.row.name, .key) },
            value("left", title: state.sourceName) { $0.left(columns: $1) },
            value("right", title: panel.other.title) { $0.right(columns: $1) },
            Column(
                "difference", TableColumn(title: "", minimum: 10, ideal: 10, priority: 4), .dim, text: \.difference.word
            ),
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
