import ExperimentsCore

// Rows are marked by what they are, so that a mark stays on its key whatever the list shows.
extension DashboardState {
    /// Marks the row under the cursor, or takes its mark away, and goes on to the next.
    mutating func markRow() {
        if let row = listing.rowNumber(at: position.cursor, of: report) {
            marks.toggle(row, of: report)
        } else if let name = listing.name(at: position.cursor, of: report) {
            marks.toggle(name)
        } else {
            // The heading of a group.
            return
        }
        moveCursor(to: position.cursor + 1)
    }

    /// Marks every row that is shown; where all are marked already, none.
    mutating func markAllRows() {
        let shown = listing.shown
        if shown.rows.subtracting(marks.rows).isEmpty, shown.orphans.allSatisfy(marks.others.contains) {
            marks = Marks()
        } else {
            marks.formUnion(shown.rows, shown.orphans)
        }
        countHiddenMarks()
    }

    /// Whether a line of the list is marked.
    func isMarked(at place: Int) -> Bool {
        if let row = listing.rowNumber(at: place, of: report) { return marks.contains(row) }
        return listing.name(at: place, of: report).map(marks.others.contains) ?? false
    }

    /// The keys that an action is about: the marked ones in the order of the report, else the one under the cursor.
    var targets: [CatalogKey] {
        guard !marks.isEmpty else { return selectedKey.map { [$0] } ?? [] }
        let orphans = marks.others.filter { report.overrides[$0] != nil }.sorted()
        return marks.rows.rows.map { report.rows[$0].key }
            + orphans.map { CatalogKey(name: $0, schema: ValueSchema(kind: .string)) }
    }

    /// Counts the marked rows that the list does not show: not with every frame, because the list may be long.
    mutating func countHiddenMarks() {
        hiddenMarkCount = 0
        guard !marks.isEmpty, screen.listsKeys else { return }
        let shown = listing.shown
        hiddenMarkCount =
            marks.rows.subtracting(shown.rows).count + marks.others.subtracting(shown.orphans).count
    }
}
