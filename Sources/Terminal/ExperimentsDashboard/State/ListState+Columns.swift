// The columns.
extension ListState {
    /// The number of columns by which a key press makes the column of keys wider or narrower.
    static let resizeStep = 4

    /// No further than there is something to see, so that the first press back is seen at once.
    mutating func scrollValues(by columns: Int, longest: Int) {
        valueOffset = max(0, min(valueOffset + columns, max(valueOffset, longest - 1)))
        if columns > 0 { valueOffset = min(valueOffset, max(0, longest - 1) / columns * columns) }
    }

    private static let leastKeyColumn = 8

    /// The width of the column of keys in a list of some width.
    func keyColumnWidth(in width: Int, isNarrow: Bool) -> Int {
        let usual = usualKeyColumn(in: width, isNarrow: isNarrow)
        return max(Self.leastKeyColumn, min(usual + keyColumnShift, width))
    }

    private func usualKeyColumn(in width: Int, isNarrow: Bool) -> Int {
        min(keyColumnWidth, isNarrow ? width : width * 2 / 5)
    }

    mutating func resizeKeys(by columns: Int, _ context: Context) {
        let width = max(Layout.minimum.columns, context.layout.list.columns - 2)
        keyColumnShift += columns
        // Only what can be seen counts, so that at either end the first press back is seen at once.
        keyColumnShift =
            keyColumnWidth(in: width, isNarrow: width < 44) - usualKeyColumn(in: width, isNarrow: width < 44)
    }

    /// Why the column of keys cannot be made narrower, or wider.
    func reasonNotResizingKeys(by columns: Int, _ context: Context) -> String? {
        guard context.screen.listsKeys else { return "only lists of keys have this column" }
        if context.rowCount == 0 { return "there is no row whose column could be wider or narrower" }
        var other = self
        other.resizeKeys(by: columns, context)
        guard other.keyColumnShift == keyColumnShift else { return nil }
        return "the column of keys cannot be \(columns > 0 ? "wider" : "narrower")"
    }
}
