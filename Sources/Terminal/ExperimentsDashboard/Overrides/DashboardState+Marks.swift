import ExperimentsCore

// Rows are marked by what they are, so that a mark stays on its key whatever the list shows.
extension DashboardState {
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
        overriding.hiddenMarkCount = actsOnMarks ? overriding.marks.hiddenCount(in: list.keys) : 0
    }
}
