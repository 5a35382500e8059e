extension CellRect {
    /// The rectangle without a margin of this many cells; empty, in the middle, where nothing is left.
    package func inset(columns horizontal: Int = 0, rows vertical: Int = 0) -> CellRect {
        CellRect(
            column: column + min(horizontal, columns / 2), row: row + min(vertical, rows / 2),
            columns: columns - 2 * horizontal, rows: rows - 2 * vertical)
    }

    /// The rectangle without one cell on every side: the inside of a border.
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

    /// The one-row rectangle `index` rows below the top; empty if there is no such row.
    package func line(_ index: Int) -> CellRect {
        CellRect(column: column, row: row + index, columns: columns, rows: index >= 0 && index < rows ? 1 : 0)
    }

    /// A rectangle of this size, or as much of it as fits, in the middle.
    package func centered(_ size: CellSize) -> CellRect {
        let width = min(size.columns, columns)
        let height = min(size.rows, rows)
        return CellRect(
            column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width, rows: height)
    }
}
