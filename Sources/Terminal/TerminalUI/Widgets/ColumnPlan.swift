/// One column of a table: how wide it wants to be, and how soon it goes where there is no room.
package struct TableColumn: Sendable, Hashable {
    package let title: String
    /// The width below which the column is of no use.
    package let minimum: Int
    /// The width that shows most of what it has.
    package let ideal: Int
    /// The share of what is left over; 0 for a column that never grows.
    package let weight: Int
    /// Columns with the lowest priority go first.
    package let priority: Int
    /// Whether numbers line up at the right.
    package let isRightAligned: Bool
    /// Whether what the column has is to be measured, because nobody knows beforehand how long it is.
    package let isMeasured: Bool
    /// The width that shows everything it has, as far as that was measured; nil where nothing is known of it.
    package var measured: Int?

    /// The width that it has at least: no more than everything needs that is in it.
    var least: Int { max(1, min(minimum, measured ?? .max)) }

    package init(
        title: String, minimum: Int, ideal: Int, weight: Int = 0, priority: Int, isRightAligned: Bool = false,
        isMeasured: Bool = false, measured: Int? = nil
    ) {
        self.title = title
        self.minimum = minimum
        self.ideal = ideal
        self.weight = weight
        self.priority = priority
        self.isRightAligned = isRightAligned
        self.isMeasured = isMeasured
        self.measured = measured
    }
}

/// The columns that fit a width, each with its place.
package struct ColumnPlan: Sendable {
    /// A column that there is room for.
    package struct Placed: Sendable {
        package let column: TableColumn
        /// Which of the columns that were wanted it is, from 0.
        package let index: Int
        /// Columns from the left edge of the table.
        package let offset: Int
        package let width: Int
    }

    package let columns: [Placed]
    private static let gap = 1

    package init(_ wanted: [TableColumn], width: Int) {
        var kept = Array(wanted.indices)
        func minimum(_ kept: [Int]) -> Int { kept.reduce(-Self.gap) { $0 + wanted[$1].least + Self.gap } }
        while kept.count > 1, minimum(kept) > width,
            let last = kept.indices.min(by: { wanted[kept[$0]].priority < wanted[kept[$1]].priority })
        {
            kept.remove(at: last)
        }
        let columns = kept.map { wanted[$0] }
        var widths = columns.map(\.least)
        var spare = width - minimum(kept)
        // First everything up to its ideal, the most important first; nothing is blank while something else is cut.
        for index in columns.indices.sorted(by: { columns[$0].priority > columns[$1].priority }) {
            let wanted = min(columns[index].ideal, columns[index].measured ?? .max)
            let grow = max(0, min(spare, wanted - widths[index]))
            widths[index] += grow
            spare -= grow
        }
        // Then what is cut, in equal shares, then the rest by weight.
        while spare > 0 {
            let cut = columns.indices.filter { widths[$0] < columns[$0].measured ?? 0 }
            guard !cut.isEmpty else { break }
            let share = max(1, spare / cut.count)
            for index in cut where spare > 0 {
                let grow = min(share, spare, (columns[index].measured ?? 0) - widths[index])
                widths[index] += grow
                spare -= grow
            }
        }
        let weights = columns.reduce(0) { $0 + $1.weight }
        if spare > 0, weights > 0 {
            let share = spare
            for index in columns.indices { widths[index] += share * columns[index].weight / weights }
        }
        var offset = 0
        self.columns = zip(kept, widths).map { index, width in
            defer { offset += width + Self.gap }
            return Placed(column: wanted[index], index: index, offset: offset, width: width)
        }
    }
}
