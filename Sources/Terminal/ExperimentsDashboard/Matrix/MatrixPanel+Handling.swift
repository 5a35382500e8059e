import ExperimentsCore
import ExperimentsOperator

extension MatrixPanel: ListPanel {
    /// Goes over to the other columns.
    var otherAxisHint: KeyHint { KeyHint(.tab, axis.other.word) }

    func outlives(changeTo source: DashboardSource) -> Bool { false }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        return [escapeHint, KeyHint(.enter, "what differs"), otherAxisHint]
            + map.hint([.changedOnly], showsAll ? "differing" : "all keys")
            + map.hint([.filter], "filter") + map.hint([.find], "find") + map.hint([.copyValue], "copy")
            + map.hint([.refetch], "again")
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { MatrixView.draw(state, self, on: &canvas) }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if reading.filterField == nil, reading.search.field == nil, takeColumn(press, state) { return .stay() }
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .matrix): return .close()
        case (.tab, _), (.backTab, _): return .close([.send(\.matrix, .open(axis.other))])
        case (.enter, _), (_, .details), (_, .openDetails): return .stay(showDifference())
        case (_, .changedOnly): toggleAll(state)
        case (_, .refetch): return .stay(isEvaluating ? [] : [.send(\.matrix, .evaluateAgain)])
        case (_, .copyValue): return .stay(value.map { [.copy($0)] } ?? [])
        case (_, .copyKey): return .stay(selectedRow.map { [.copy($0.name)] } ?? [])
        default: break
        }
        return .stay()
    }

    /// Whether a key goes to another column.
    private mutating func takeColumn(_ press: KeyPress, _ state: DashboardState) -> Bool {
        switch press {
        case KeyPress(.left), KeyPress("h"): showColumn(column - 1, state)
        case KeyPress(.right), KeyPress("l"): showColumn(column + 1, state)
        default: return false
        }
        return true
    }

    /// The value in the cell under the cursor.
    private var value: String? {
        guard let row = selectedRow, row.cells.indices.contains(column) else { return nil }
        return row.cells[column]?.valueText
    }

    /// The value of the cell beside that of the first column; in the first column, beside the first that differs.
    private func showDifference() -> [Effect] {
        guard let matrix, let row = selectedRow, let first = row.baseline else { return [] }
        let other = column == first ? row.cells.indices.first { row.differs(at: $0) } ?? column : column
        guard other != first else { return [] }
        return DifferencePanel.opened(
            on: DifferenceRequest(
                row.name, oldSide: matrix.columns[first].title, old: row.cells[first]?.shownText,
                newSide: matrix.columns[other].title,
                new: row.cells[other]?.shownText))
    }

}

extension ReportRow {
    /// The value as it is compared; where the app's default is not known, words for it.
    fileprivate var shownText: String? {
        valueText ?? (status == .missing ? nil : Snapshot.Entry.appDefault)
    }
}
