import ExperimentsCore

/// The texts that a field of a filter has in the rows of a report: one for each row, or one for all rows that have the same.
struct SearchedTexts: Sendable {
    private var own: TextColumn?
    private var shared: CodedColumn?
    private let text: @Sendable (ReportRow) -> String

    /// Nil for a field that has no text in each row.
    init?(_ field: FilterField, of rows: [ReportRow]) {
        guard case .textOfRow(let isShared, _, let text) = field.content else { return nil }
        self.text = text
        if isShared {
            var texts = CodedColumn(rowCount: rows.count)
            for row in rows { texts.append(text(row)) }
            shared = texts
        } else {
            var texts = TextColumn(
                rowCount: rows.count, capacity: rows.count * 24, longest: SearchIndex.longestValue)
            for row in rows { texts.append(text(row)) }
            own = texts
        }
    }

    /// Takes a row that is another one now.
    mutating func replace(_ number: Int, _ row: ReportRow) {
        own?.replace(number, text(row))
        shared?.replace(number, text(row))
    }

    /// The rows, of some, whose text contains another one.
    func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        own?.rows(containing: needle, among: candidates) ?? shared?.rows(containing: needle, among: candidates)
            ?? RowSet(rowCount: candidates.rowCount)
    }

    /// The rows, of some, in whose text an expression is found.
    func rows(matching automaton: inout PatternAutomaton, _ matchesCase: Bool, among candidates: RowSet) -> RowSet {
        own?.rows(matching: &automaton, matchesCase, among: candidates)
            ?? shared?.rows(matching: &automaton, matchesCase, among: candidates)
            ?? RowSet(rowCount: candidates.rowCount)
    }
}
