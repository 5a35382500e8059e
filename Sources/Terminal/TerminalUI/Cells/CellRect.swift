/// A rectangle of cells. May lie partly or wholly outside the screen: drawing clips.
package struct CellRect: Sendable, Hashable {
    /// Leftmost column.
    package var column: Int

    /// Topmost row.
    package var row: Int

    /// Width in cells; never negative.
    package var columns: Int

    /// Height in cells; never negative.
    package var rows: Int

    /// Negative measures count as zero.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// The rectangle of this size at the top left of the screen.
    package init(_ size: CellSize) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// The rectangle of this size whose top left cell is `origin`.
    package init(origin: CellPoint, size: CellSize) {
        self.init(column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
    }

    /// The top left cell.
    package var origin: CellPoint { CellPoint(column: column, row: row) }

    /// Width and height.
    package var size: CellSize { CellSize(columns: columns, rows: rows) }

    /// The first column to the right of the rectangle.
    package var endColumn: Int { column + columns }

    /// The first row below the rectangle.
    package var endRow: Int { row + rows }

    /// Whether the rectangle holds no cell.
    package var isEmpty: Bool { columns == 0 || rows == 0 }

    /// Whether the cell at `point` is inside.
    package func contains(_ point: CellPoint) -> Bool {
        point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
    }

    /// The cells that both rectangles hold; empty if they do not meet.
    package func intersection(_ other: CellRect) -> CellRect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        return CellRect(
            column: left, row: top,
            columns: min(endColumn, other.endColumn) - left, rows: min(endRow, other.endRow) - top)
    }
}

/// A cell's place; the origin is the top left cell of the screen. May lie outside the screen: drawing clips.
public struct CellPoint: Sendable, Hashable {
    /// Cells from the left edge.
    public var column: Int

    /// Cells from the top edge.
    public var row: Int

    /// Any coordinates are allowed, negative ones too.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The top left cell.
    public static let origin = CellPoint(column: 0, row: 0)
}

/// The size of a screen or a region, in character cells.
public struct CellSize: Sendable, Hashable {
    /// Width in cells; never negative.
    public var columns: Int

    /// Height in cells; never negative.
    public var rows: Int

    /// Negative measures count as zero.
    public init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// No cells at all.
    public static let zero = CellSize(columns: 0, rows: 0)
}
