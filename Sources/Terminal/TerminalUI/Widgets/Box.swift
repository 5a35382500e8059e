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
        canvas.fill(rect, .popup)
        canvas.fill(rect.line(0), .popupBorder, character: "─")
        canvas.fill(rect.line(rect.rows - 1), .popupBorder, character: "─")
        canvas.fill(rect.splitLeft(1).left, .popupBorder, character: "│")
        canvas.fill(rect.splitRight(1).right, .popupBorder, character: "│")
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
}
