/// What every list shares: titles, rows, the cursor, and what stands there when it is empty.
package enum TableView {
    /// Which column the rows are in the order of.
    package struct Sorting {
        /// Which of the columns that were wanted it is.
        let index: Int
        let isReversed: Bool

        package init(by index: Int, isReversed: Bool) {
            self.index = index
            self.isReversed = isReversed
        }
    }

    /// Draws the titles of the columns, with an arrow at the one that the rows are in the order of.
    package static func drawTitles(
        _ plan: ColumnPlan, sorting: Sorting? = nil, in rect: CellRect, _ canvas: inout Canvas
    ) {
        guard !rect.isEmpty else { return }
        canvas.fill(rect, .columnHeader)
        for placed in plan.columns {
            var title = placed.column.title
            if let sorting, sorting.index == placed.index { title += sorting.isReversed ? " ▼" : " ▲" }
            let width = DisplayText(title).width
            let indent = placed.column.isRightAligned ? max(0, placed.width - width) : 0
            canvas.put(
                title, at: CellPoint(column: rect.column + 1 + placed.offset + indent, row: rect.row), .columnHeader,
                maxColumns: placed.width - indent)
        }
    }

    /// Draws the rows on screen. `cell` draws one cell, `heading` a whole line where it is one; only visible rows are
    /// ever asked for.
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
                    cell(&canvas, index, placed, CellPoint(column: rect.column + 1 + placed.offset, row: row.row))
                }
            }
            if index == position.cursor {
                canvas.frame.layer(canvas.theme[.cursorRow], over: row)
                canvas.frame.cursor = CellPoint(column: rect.column, row: row.row)
            }
        }
        // In the column that the rows leave free at the right.
        canvas.put(
            ScrollBar(top: position.top, visible: rect.rows, count: count), along: rect.splitRight(1).right)
    }

    /// Says why a list is empty and what to do about it.
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
