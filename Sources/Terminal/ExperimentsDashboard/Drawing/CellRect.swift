/// A rectangle of cells. May lie partly or wholly outside the screen: drawing clips.
public struct CellRect: Sendable, Hashable {
    /// Leftmost column.
    public var column: Int

    /// Topmost row.
    public var row: Int

    /// Width in cells; never negative.
    public var columns: Int

    /// Height in cells; never negative.
    public var rows: Int

    /// Negative measures count as zero.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// The rectangle of this size at the top left of the screen.
    public init(_ size: CellSize) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// The rectangle of this size whose top left cell is `origin`.
    public init(origin: CellPoint, size: CellSize) {
        self.init(column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
    }

    /// The top left cell.
    public var origin: CellPoint { CellPoint(column: column, row: row) }

    /// Width and height.
    public var size: CellSize { CellSize(columns: columns, rows: rows) }

    /// The first column to the right of the rectangle.
    public var endColumn: Int { column + columns }

    /// The first row below the rectangle.
    public var endRow: Int { row + rows }

    /// Whether the rectangle holds no cell.
    public var isEmpty: Bool { columns == 0 || rows == 0 }

    /// Whether the cell at `point` is inside.
    public func contains(_ point: CellPoint) -> Bool {
        point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
    }

    /// The cells that both rectangles hold; empty if they do not meet.
    public func intersection(_ other: CellRect) -> CellRect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        return CellRect(
            column: left, row: top,
            columns: min(endColumn, other.endColumn) - left, rows: min(endRow, other.endRow) - top)
    }
}
