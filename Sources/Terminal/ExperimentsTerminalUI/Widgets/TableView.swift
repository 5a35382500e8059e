/// The common parts of lists: titles, rows, the cursor, and the text for an empty list.
package enum TableView {
    /// The index, among the requested columns, of the sorted one, and its direction.
    package typealias Sorting = (index: Int, isReversed: Bool)

    /// Draws the titles of the columns, with an arrow at the sorted one.
    package static func drawTitles(
        _ plan: ColumnPlan, sorting: Sorting? = nil, in rect: CellRect, _ canvas: inout Canvas
    ) {
        guard !rect.isEmpty else { return }
        canvas.fill(rect, .columnHeader)
        for placed in plan.columns {
            var title = placed.column.title
            if let sorting, sorting.index == placed.index {
                title += (title.isEmpty ? "" : " ") + (sorting.isReversed ? "▼" : "▲")
            }
            let width = DisplayText(title).width
            let indent = placed.column.isRightAligned ? max(0, placed.width - width) : 0
            canvas.put(
                title, at: CellPoint(column: rect.column + 1 + placed.offset + indent, row: rect.row),
                .columnHeader,
                maxColumns: placed.width - indent)
        }
    }

    /// Draws the rows on the screen. `cell` draws one cell, and `heading` a whole heading line. They are called for
    /// visible rows only.
    package static func drawRows(
        _ plan: ColumnPlan, position: ListPosition, count: Int, in rect: CellRect, _ canvas: inout Canvas,
        heading: (inout Canvas, Int, CellRect) -> Bool = { _, _, _ in false },
        cell: (inout Canvas, Int, ColumnPlan.Placed, CellPoint) -> Void
    ) {
        for line in 0..<rect.rows {
            let index = position.top + line
            guard index < count else { break }
            let row = rect.line(line)
            if !heading(&canvas, index, row) {
                for placed in plan.columns {
                    cell(
                        &canvas, index, placed,
                        CellPoint(column: rect.column + 1 + placed.offset, row: row.row))
                }
            }
            if index == position.cursor {
                canvas.frame.layer(canvas.theme[.cursorRow], over: row)
                canvas.frame.cursor = CellPoint(column: rect.column, row: row.row)
            }
        }
        canvas.put(ScrollBar(top: position.top, visible: rect.rows, count: count), besideList: rect)
    }

    /// Draws text that says why a list is empty and what to do about it.
    package static func drawEmpty(_ lines: [String], in rect: CellRect, _ canvas: inout Canvas) {
        let room = rect.columns - 3
        let wrapped = lines.enumerated().flatMap { line, text in
            DisplayText(text).wrapped(to: room, limit: 12).map { ($0, line == 0 ? Role.text : .dim) }
        }
        let first = max(0, min(2, (rect.rows - wrapped.count) / 2))
        for (line, (text, role)) in wrapped.enumerated() {
            let place = rect.line(first + line)
            guard !place.isEmpty else { return }
            canvas.put(text, at: CellPoint(column: rect.column + 2, row: place.row), role, maxColumns: room)
        }
    }
}

/// A column of a table: its width, and its priority if there is no room for all columns.
package struct TableColumn: Sendable, Hashable {
    package let title: String
    /// The width below which the column is useless.
    package let minimum: Int
    /// The width that fits most of its cells.
    package let ideal: Int
    /// The share of the remaining width; 0 for a column that never grows.
    package let weight: Int
    /// The priority. The columns with the lowest one are left out first.
    package let priority: Int
    /// Whether numbers line up at the right.
    package let isRightAligned: Bool
    /// Whether the texts must be measured, because their length is not known in advance.
    package let isMeasured: Bool
    /// The width that shows all texts measured so far; nil if unknown.
    package var measured: Int?

    /// The smallest width, never more than the widest cell needs.
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

extension TableColumn {
    /// Creates a column from its minimum and ideal widths.
    package init(
        _ title: String, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int,
        isRightAligned: Bool = false,
        isMeasured: Bool = false
    ) {
        self.init(
            title: title, minimum: widths.lowerBound, ideal: widths.upperBound, weight: weight,
            priority: priority,
            isRightAligned: isRightAligned, isMeasured: isMeasured)
    }
}

/// The columns that fit into a width, with their places.
package struct ColumnPlan: Sendable {
    /// A column that there is room for.
    package struct Placed: Sendable {
        package let column: TableColumn
        /// The index of the column among the requested ones, from 0.
        package let index: Int
        /// The number of columns from the left edge of the table.
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
        /// Widens the columns that are narrower than they want, in equal shares.
        func widen(_ places: [Int], to wanted: (TableColumn) -> Int) {
            while spare > 0 {
                let narrow = places.filter { widths[$0] < wanted(columns[$0]) }
                guard !narrow.isEmpty else { return }
                let share = max(1, spare / narrow.count)
                for index in narrow where spare > 0 {
                    let more = min(share, spare, wanted(columns[index]) - widths[index])
                    widths[index] += more
                    spare -= more
                }
            }
        }
        // Give every column its ideal width, the most important first, so that nothing stays blank while something else
        // is cut.
        for priority in Set(columns.map(\.priority)).sorted(by: >) {
            widen(columns.indices.filter { columns[$0].priority == priority }) {
                min($0.ideal, $0.measured ?? .max)
            }
        }
        widen(Array(columns.indices)) { $0.measured ?? 0 }
        // Then the rest by weight.
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
