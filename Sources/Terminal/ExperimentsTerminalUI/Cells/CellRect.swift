/// A rectangle of cells. It may lie partly or wholly outside the screen, because drawing clips.
package struct CellRect: Sendable, Hashable {
    /// Leftmost column.
    package var column: Int

    /// Topmost row.
    package var row: Int

    /// Width in cells; never negative.
    package var columns: Int

    /// Height in cells; never negative.
    package var rows: Int

    /// Creates a rectangle. Negative sizes count as zero.
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

    /// The top left cell.
    package var origin: CellPoint { CellPoint(column: column, row: row) }

    /// The first column to the right of the rectangle.
    package var endColumn: Int { column + columns }

    /// The first row below the rectangle.
    package var endRow: Int { row + rows }

    /// Whether the rectangle contains no cells.
    package var isEmpty: Bool { columns == 0 || rows == 0 }

    /// Whether the cell at `point` is inside.
    package func contains(_ point: CellPoint) -> Bool {
        point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
    }

    /// The cells in both rectangles; empty if they do not overlap.
    package func intersection(_ other: CellRect) -> CellRect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        return CellRect(
            column: left, row: top,
            columns: min(endColumn, other.endColumn) - left, rows: min(endRow, other.endRow) - top)
    }
}

/// The position of a cell, counted from the top left cell of the screen. It may lie outside the screen, because drawing
/// clips.
public struct CellPoint: Sendable, Hashable {
    /// The number of cells from the left edge.
    public var column: Int

    /// The number of cells from the top edge.
    public var row: Int

    /// Creates a point. Coordinates may be negative.
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

    /// Creates a size. Negative numbers count as zero.
    public init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// No cells at all.
    public static let zero = CellSize(columns: 0, rows: 0)
}

extension CellRect {
    /// Returns the rectangle without a margin of this many cells. If nothing is left, returns an empty rectangle in the
    /// middle.
    package func inset(columns horizontal: Int = 0, rows vertical: Int = 0) -> CellRect {
        CellRect(
            column: column + min(horizontal, columns / 2), row: row + min(vertical, rows / 2),
            columns: columns - 2 * horizontal, rows: rows - 2 * vertical)
    }

    /// Returns the rectangle without one cell on every side: the inside of a border.
    package func inset(by cells: Int) -> CellRect { inset(columns: cells, rows: cells) }

    /// Cuts off up to `count` rows at the top.
    package func splitTop(_ count: Int) -> (top: CellRect, rest: CellRect) {
        let count = min(max(count, 0), rows)
        return (
            CellRect(column: column, row: row, columns: columns, rows: count),
            CellRect(column: column, row: row + count, columns: columns, rows: rows - count)
        )
    }

    /// Cuts off up to `count` rows at the bottom.
    package func splitBottom(_ count: Int) -> (rest: CellRect, bottom: CellRect) {
        let halves = splitTop(rows - min(max(count, 0), rows))
        return (halves.top, halves.rest)
    }

    /// Cuts off up to `count` columns at the left.
    package func splitLeft(_ count: Int) -> (left: CellRect, rest: CellRect) {
        let count = min(max(count, 0), columns)
        return (
            CellRect(column: column, row: row, columns: count, rows: rows),
            CellRect(column: column + count, row: row, columns: columns - count, rows: rows)
        )
    }

    /// Cuts off up to `count` columns at the right.
    package func splitRight(_ count: Int) -> (rest: CellRect, right: CellRect) {
        let halves = splitLeft(columns - min(max(count, 0), columns))
        return (halves.left, halves.rest)
    }

    /// Returns the one-row rectangle `index` rows below the top; empty if there is no such row.
    package func line(_ index: Int) -> CellRect {
        CellRect(column: column, row: row + index, columns: columns, rows: index >= 0 && index < rows ? 1 : 0)
    }

    /// Returns a rectangle of this size in the middle, reduced to what fits.
    package func centered(_ size: CellSize) -> CellRect {
        let width = min(size.columns, columns)
        let height = min(size.rows, rows)
        return CellRect(
            column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width,
            rows: height)
    }
}
