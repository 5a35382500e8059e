/// A screen's worth of cells, and where the cursor is. Views draw into it; a terminal shows it.
///
/// Everything clips: drawing outside is safe and does nothing.
public struct Frame: Sendable, Hashable {
    /// Width and height in cells.
    public let size: CellSize

    /// Where the terminal's own cursor is put: at the caret of a prompt, or on the focused row, where screen readers
    /// look for it even when it does not show. Nil parks it out of the way.
    package var cursor: CellPoint?

    /// Whether the cursor is seen, as the caret of a text field; else it is hidden where it stands.
    package var showsCaret = false

    /// Row by row; `size.columns` cells each.
    package internal(set) var cells: [Cell]

    /// A frame of blanks.
    package init(size: CellSize, style: CellStyle = .terminal) {
        self.size = size
        cells = Array(repeating: Cell(style: style), count: size.columns * size.rows)
    }

    /// The whole frame.
    package var bounds: CellRect { CellRect(size) }

    /// The cell at a point; a blank outside the frame.
    package subscript(point: CellPoint) -> Cell {
        bounds.contains(point) ? cells[index(point)] : Cell()
    }

    /// The cell at a column and row; a blank outside the frame.
    package subscript(column column: Int, row row: Int) -> Cell { self[CellPoint(column: column, row: row)] }

    func index(_ point: CellPoint) -> Int { point.row * size.columns + point.column }
}
