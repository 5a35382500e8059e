/// A box in the middle of the screen, over what is there. The last line of the screen stays free for hints.
package enum Box {
    /// Where the inside of a box of this size is, on a screen.
    package static func inside(_ size: CellSize, on screen: CellRect) -> CellRect {
        outside(size, on: screen).inset(columns: 2, rows: 1)
    }

    /// How many of some lines are on the screen at a time where they stand in a box.
    package static func rows(of count: Int, on size: CellSize) -> Int {
        max(1, inside(CellSize(columns: 1, rows: count), on: CellRect(size)).rows)
    }

    private static func outside(_ size: CellSize, on screen: CellRect) -> CellRect {
        screen.splitBottom(1).rest.centered(CellSize(columns: size.columns + 4, rows: size.rows + 2))
    }

    /// Draws an empty box with a border and a title, and answers its inside.
    package static func draw(_ title: String, size: CellSize, on canvas: inout Canvas) -> CellRect {
        let rect = outside(size, on: canvas.frame.bounds)
        drawShadow(of: rect, &canvas)
        canvas.fill(rect, .popup)
        canvas.fill(rect.line(0), .popupBorder, character: "─", on: .popup)
        canvas.fill(rect.line(rect.rows - 1), .popupBorder, character: "─", on: .popup)
        canvas.fill(rect.splitLeft(1).left, .popupBorder, character: "│", on: .popup)
        canvas.fill(rect.splitRight(1).right, .popupBorder, character: "│", on: .popup)
        let corners = [
            ("┌", rect.column, rect.row), ("┐", rect.endColumn - 1, rect.row),
            ("└", rect.column, rect.endRow - 1), ("┘", rect.endColumn - 1, rect.endRow - 1),
        ]
        for (corner, column, row) in corners {
            canvas.put(corner, at: CellPoint(column: column, row: row), .popupBorder)
        }
        canvas.put(
            " \(title) ", at: CellPoint(column: rect.column + 2, row: rect.row), .popupTitle,
            maxColumns: rect.columns - 4)
        return rect.inset(columns: 2, rows: 1)
    }

    /// The light comes from the top left. The last line of the screen is for hints, and stays bright.
    private static func drawShadow(of rect: CellRect, _ canvas: inout Canvas) {
        let screen = canvas.frame.bounds.splitBottom(1).rest
        let right = CellRect(column: rect.endColumn, row: rect.row + 1, columns: 2, rows: rect.rows)
        let below = CellRect(column: rect.column + 2, row: rect.endRow, columns: rect.columns - 2, rows: 1)
        for part in [right, below] {
            canvas.frame.layer(canvas.theme[.shadow], over: part.intersection(screen))
        }
    }

    /// Draws a scroll bar on the right border, beside a part of the inside that is as wide as all of it.
    package static func drawScrollBar(_ bar: ScrollBar, beside part: CellRect, _ canvas: inout Canvas) {
        let border = CellRect(column: part.endColumn + 1, row: part.row, columns: 1, rows: part.rows)
        canvas.put(bar, along: border)
    }
}
