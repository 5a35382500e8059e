import TerminalUI

/// One column of a list of the dashboard: what it shows, what a click on its title sorts by, and its place in the table.
struct Column: Sendable, Hashable {
    /// What a column shows.
    enum Content: Sendable, Hashable {
        case status, key, value, source, type, changed, expected, found, reason, upstream, author, expires, note, layer
        case experiment, group, tracked
        case number, time, trigger, duration, result, bytes, version, changes
    }

    let content: Content
    /// What a click on its title sorts by.
    let sort: KeyOrder.Column?
    let shape: TableColumn

    init(
        content: Content, title: String, minimum: Int, ideal: Int, weight: Int = 0, priority: Int,
        sort: KeyOrder.Column? = nil, isRightAligned: Bool = false
    ) {
        self.content = content
        self.sort = sort
        shape = TableColumn(
            title: title, minimum: minimum, ideal: ideal, weight: weight, priority: priority,
            isRightAligned: isRightAligned)
    }
}

extension [Column] {
    /// Which of them there is room for, and where.
    func plan(width: Int) -> ColumnPlan { ColumnPlan(map(\.shape), width: width) }

    /// The column that the rows are in the order of.
    func sorting(by sort: KeyOrder) -> TableView.Sorting? {
        firstIndex { $0.sort == sort.column }.map { TableView.Sorting(by: $0, isReversed: sort.isReversed) }
    }
}
