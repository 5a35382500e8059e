import ExperimentsCore

/// One column of a table: how wide it wants to be, and how soon it goes where there is no room.
struct TableColumn: Sendable, Hashable {
    /// What the column shows.
    enum Content: Sendable, Hashable {
        case status, key, value, source, type, changed, expected, found, reason, upstream, author, expires, note, layer
        case experiment, group, tracked
        case number, time, trigger, duration, result, bytes, version, changes
    }

    let content: Content
    let title: String
    /// The width below which the column is of no use.
    let minimum: Int
    /// The width that shows most of what it has.
    let ideal: Int
    /// The share of what is left over; 0 for a column that never grows.
    var weight = 0
    /// Columns with the lowest priority go first.
    let priority: Int
    /// What a click on its title sorts by.
    var sort: KeyOrder.Column?
    /// Whether numbers line up at the right.
    var isRightAligned = false
}

/// The columns that fit a width, each with its place.
struct ColumnPlan: Sendable {
    struct Placed: Sendable {
        let column: TableColumn
        let offset: Int
        let width: Int
    }

    let columns: [Placed]
    private static let gap = 1

    init(_ wanted: [TableColumn], width: Int) {
        var columns = wanted
        func minimum(_ columns: [TableColumn]) -> Int { columns.reduce(-Self.gap) { $0 + $1.minimum + Self.gap } }
        while columns.count > 1, minimum(columns) > width,
            let last = columns.indices.min(by: { columns[$0].priority < columns[$1].priority })
        {
            columns.remove(at: last)
        }
        var widths = columns.map(\.minimum)
        var spare = width - minimum(columns)
        // First everything up to its ideal, the most important first, then the rest by weight.
        for index in columns.indices.sorted(by: { columns[$0].priority > columns[$1].priority }) {
            let grow = max(0, min(spare, columns[index].ideal - widths[index]))
            widths[index] += grow
            spare -= grow
        }
        let weights = columns.reduce(0) { $0 + $1.weight }
        if spare > 0, weights > 0 {
            let share = spare
            for index in columns.indices { widths[index] += share * columns[index].weight / weights }
        }
        var offset = 0
        self.columns = zip(columns, widths).map { column, width in
            defer { offset += width + Self.gap }
            return Placed(column: column, offset: offset, width: width)
        }
    }
}
