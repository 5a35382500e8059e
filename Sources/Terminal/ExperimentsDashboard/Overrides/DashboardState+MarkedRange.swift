import ExperimentsCore

// Marking a stretch of rows by moving.
extension DashboardState {
    mutating func toggleRange() {
        guard overriding.markedRange == nil, let item = position.item else {
            overriding.markedRange = nil
            return
        }
        overriding.markedRange = MarkedRange(anchor: item, anchorRow: position.cursor, before: overriding.marks)
        extendRange()
    }

    /// Gives the stretch up, with the marks that it brought.
    mutating func cancelRange() {
        guard let range = overriding.markedRange else { return }
        overriding.markedRange = nil
        overriding.marks = range.before
        countHiddenMarks()
    }

    /// The cursor moved: every row from where the stretch was begun to there is marked.
    mutating func extendRange() {
        guard var range = overriding.markedRange, screen.listsKeys, rowCount > 0 else { return }
        var anchor = ListPosition()
        anchor.move(to: range.anchorRow, count: rowCount) { itemName($0) }
        anchor.item = range.anchor
        anchor.follow(count: rowCount) {
            itemName($0)
        } place: { item in
            list.keys.place(of: item, in: source.report)
        }
        range.anchorRow = anchor.cursor
        overriding.markedRange = range
        overriding.marks = range.before
        mark(from: anchor.cursor, to: position.cursor)
    }

    /// Marks every row from the cursor to another.
    mutating func markRows(to row: Int) {
        mark(from: position.cursor, to: row)
        moveCursor(to: row)
        countHiddenMarks()
    }

    /// Handles an action while a range is being marked, and returns whether that is all it does.
    mutating func takesRange(_ action: Command) -> Bool {
        guard overriding.markedRange != nil else { return false }
        switch action {
        case .markRange, .details, .mark:
            overriding.markedRange = nil
            countHiddenMarks()
            return true
        case .back:
            cancelRange()
            return true
        case .find, .findNext, .findPrevious, .help, .redraw: return false
        default:
            if action.section != .moving { overriding.markedRange = nil }
            return false
        }
    }

    private mutating func mark(from first: Int, to last: Int) {
        var rows = RowSet(rowCount: source.report.rows.count)
        var names: [String] = []
        for place in min(first, last)...max(first, last) {
            if let row = list.keys.rowNumber(at: place, of: source.report) {
                rows.insert(row)
            } else if let name = list.keys.name(at: place, of: source.report) {
                names.append(name)
            }
        }
        overriding.marks.formUnion(rows, names)
    }
}

/// A stretch of rows that is being marked: from where it was begun to the cursor.
struct MarkedRange: Sendable {
    /// The row where it was begun, by name.
    let anchor: String
    /// Where that row was when it was last looked for.
    var anchorRow: Int
    /// The marks before the range was begun.
    var before: MarkedKeys
}
