extension Canvas {
    /// Marks what was found in a text that was drawn at a point, cut in the middle or at its end where it is wider.
    mutating func mark(
        _ filter: Filter, in text: String, of field: FilterField? = nil, at point: CellPoint, width: Int,
        cut: Overflow = .middle, spelling: (Needle) -> Bool = { _ in false }
    ) {
        guard !filter.isEmpty else { return }
        let drawn = cut == .middle ? width : .max
        for columns in MatchMarks(filter, in: text, of: field, width: drawn, spelling: spelling).columns {
            let first = max(0, columns.lowerBound)
            let last = min(width, columns.upperBound)
            frame.layer(
                theme[.filterMatch],
                over: CellRect(column: point.column + first, row: point.row, columns: last - first, rows: 1))
        }
    }
}
