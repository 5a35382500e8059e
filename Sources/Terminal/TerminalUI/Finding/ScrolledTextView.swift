/// A text in a box, or on a screen of its own.
package enum ScrolledTextView {
    private static let leastColumns = 24

    /// Draws a box with as many of the lines as fit, and says whether there are more. What is looked for stands in the
    /// border below.
    package static func draw<Query>(
        _ text: ScrolledText<Query>, _ lines: [[Span]], title: String, _ canvas: inout Canvas
    ) {
        let width = max(lines.map { line in line.reduce(0) { $0 + $1.width } }.max() ?? 0, leastColumns)
        let inside = Box.draw(title, size: CellSize(columns: width, rows: lines.count), on: &canvas)
        let end = draw(text, lines, in: inside, &canvas)
        Box.drawScrollBar(
            ScrollBar(top: text.top(of: lines.count, rows: inside.rows), visible: inside.rows, count: lines.count),
            beside: inside, &canvas)
        let border = CellRect(column: inside.column, row: inside.endRow, columns: inside.columns, rows: 1)
        if text.search.isActive {
            TextSearchView.draw(text.search, "find ", at: text.line ?? -1, in: border, on: .popup, &canvas)
        } else if lines.count > end {
            drawMore(atEndOf: border, &canvas)
        }
    }

    /// Draws as many of the lines as fit, what was found last under the cursor.
    ///
    /// - Returns: the first line that has no room.
    @discardableResult
    package static func draw<Query>(
        _ text: ScrolledText<Query>, _ lines: [[Span]], in rect: CellRect, _ canvas: inout Canvas
    ) -> Int {
        let top = text.top(of: lines.count, rows: rect.rows)
        // Where screen readers begin to read.
        canvas.frame.cursor = rect.origin
        for (row, line) in lines.dropFirst(top).prefix(rect.rows).enumerated() {
            let place = CellPoint(column: rect.column, row: rect.row + row)
            canvas.put(line, at: place, maxColumns: rect.columns)
            canvas.mark(text.search.query, in: line, at: place, maxColumns: rect.columns)
            if text.line == top + row {
                canvas.frame.layer(canvas.theme[.cursorRow], over: rect.line(row))
                canvas.frame.cursor = place
            }
        }
        return top + rect.rows
    }

    /// Says that there are more lines than are shown.
    package static func drawMore(atEndOf line: CellRect, _ canvas: inout Canvas) {
        canvas.put(" ↓ more ", at: CellPoint(column: line.endColumn - 8, row: line.row), .popupBorder)
    }
}
