import ExperimentsCore

// Rows are marked by what they are, so that a mark stays on its key whatever the list shows.
extension DashboardState {
    /// Marks the row under the cursor, or takes its mark away, and goes on to the next.
    mutating func markRow() {
        if let row = list.keys.rowNumber(at: position.cursor, of: source.report) {
            overriding.marks.toggle(row, of: source.report)
        } else if let name = list.keys.name(at: position.cursor, of: source.report) {
            overriding.marks.toggle(name)
        } else {
            // The heading of a group.
            return
        }
        moveCursor(to: position.cursor + 1)
    }

    /// Marks every row that is shown; where all are marked already, none.
    mutating func markAllRows() {
        let shown = list.keys.shown
        if shown.rows.subtracting(overriding.marks.rows).isEmpty,
            shown.orphans.allSatisfy(overriding.marks.others.contains)
        {
            overriding.marks = MarkedKeys()
        } else {
            overriding.marks.formUnion(shown.rows, shown.orphans)
        }
        countHiddenMarks()
    }

    /// Whether a line of the list is marked.
    func isMarked(at place: Int) -> Bool {
        if let row = list.keys.rowNumber(at: place, of: source.report) { return overriding.marks.contains(row) }
        return list.keys.name(at: place, of: source.report).map(overriding.marks.others.contains) ?? false
    }

    /// Whether actions are about the marked keys: marks are for lists of keys.
    var actsOnMarks: Bool { !overriding.marks.isEmpty && screen.listsKeys }

    /// The keys that an action is about: the marked ones in the order of the report, else the one under the cursor.
    var targets: [CatalogKey] {
        guard actsOnMarks else { return selectedKey.map { [$0] } ?? [] }
        let orphans = overriding.marks.others.filter { source.report.overrides[$0] != nil }.sorted()
        return overriding.marks.rows.rows.map { source.report.rows[$0].key }
            + orphans.map { CatalogKey(name: $0, schema: ValueSchema(kind: .string)) }
    }

    /// Counts the marked rows that the list does not show: not with every frame, because the list may be long.
    mutating func countHiddenMarks() {
        overriding.hiddenMarkCount = 0
        guard !overriding.marks.isEmpty, screen.listsKeys else { return }
        let shown = list.keys.shown
        overriding.hiddenMarkCount =
            overriding.marks.rows.subtracting(shown.rows).count
            + overriding.marks.others.subtracting(shown.orphans).count
    }
}
