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
        let shown = shownNames
        if shown.isSubset(of: marked) {
            marked = []
        } else {
            marked.formUnion(shown)
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
        hiddenMarkCount = marked.isEmpty ? 0 : marked.subtracting(shownNames).count
    }

    /// The names in the list, headings of groups left out.
    private var shownNames: Set<String> {
        Set((0..<rowCount).compactMap { listing.name(at: $0, of: report) })
    }
}
