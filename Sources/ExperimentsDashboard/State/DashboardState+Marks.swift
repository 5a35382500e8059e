import ExperimentsCore

// Rows are marked by name, so that a mark stays on its key whatever the list shows.
extension DashboardState {
    /// Marks the row under the cursor, or takes its mark away, and goes on to the next.
    mutating func markRow() {
        guard let name = selectedName else { return }
        if marked.remove(name) == nil { marked.insert(name) }
        moveCursor(to: position.cursor + 1)
    }

    /// Marks every row that is shown; where all are marked already, none.
    mutating func markAllRows() {
        let shown = listing.shown
        let rows = rowsMarked
        if shown.rows.subtracting(rows).isEmpty, shown.orphans.allSatisfy(marked.contains) {
            marked = []
        } else {
            var names = marked
            marked = []
            names.reserveCapacity(names.count + shown.rows.count)
            report.rows.withUnsafeBufferPointer { report in
                shown.rows.subtracting(rows).forEach { names.insert(report[$0].name) }
            }
            names.formUnion(shown.orphans)
            marked = names
            markedRows = rows.union(shown.rows)
        }
        countHiddenMarks()
    }

    /// The keys that an action is about: the marked ones in the order of the report, else the one under the cursor.
    var targets: [CatalogKey] {
        guard !marked.isEmpty else { return selectedKey.map { [$0] } ?? [] }
        var rest = marked
        var keys = report.rows.compactMap { row in rest.remove(row.name).map { _ in row.key } }
        keys += rest.filter { report.overrides[$0] != nil }.sorted().map {
            CatalogKey(name: $0, schema: ValueSchema(kind: .string))
        }
        return keys
    }

    /// Counts the marked rows that the list does not show: not with every frame, because the list may be long.
    mutating func countHiddenMarks() {
        hiddenMarkCount = 0
        guard !marked.isEmpty else { return }
        let rows = rowsMarked
        markedRows = rows
        guard screen.listsKeys else {
            hiddenMarkCount = marked.count
            return
        }
        let shown = listing.shown
        let count = rows.intersection(shown.rows).count + shown.orphans.filter(marked.contains).count
        hiddenMarkCount = max(0, marked.count - count)
    }

    /// The rows of the report that are marked.
    private var rowsMarked: RowSet {
        if let markedRows { return markedRows }
        guard !marked.isEmpty else { return RowSet(rowCount: report.rows.count) }
        return report.rows.withUnsafeBufferPointer { rows in
            RowSet(rowCount: rows.count) { marked.contains(rows[$0].name) }
        }
    }
}
