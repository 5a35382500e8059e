extension DashboardState {
    /// How many columns a key press makes the column of keys wider or narrower.
    static let resizeStep = 4
    private static let leastKeyColumn = 8

    /// The width of the column of keys in a list of some width.
    func keyColumnWidth(in width: Int, isNarrow: Bool) -> Int {
        let usual = usualKeyColumn(in: width, isNarrow: isNarrow)
        return max(Self.leastKeyColumn, min(usual + list.keyColumnShift, width))
    }

    private func usualKeyColumn(in width: Int, isNarrow: Bool) -> Int {
        min(list.keyColumnWidth, isNarrow ? width : width * 2 / 5)
    }

    /// Why the column of keys cannot be made narrower, or wider.
    func reasonNotResizingKeys(_ action: Command) -> String? {
        guard screen.listsKeys else { return "only lists of keys have this column" }
        if rowCount == 0 { return "there is no row whose column could be wider or narrower" }
        var other = self
        other.resizeKeyColumn(by: action == .widenKeys ? Self.resizeStep : -Self.resizeStep)
        guard other.list.keyColumnShift == list.keyColumnShift else { return nil }
        return "the column of keys cannot be \(action == .widenKeys ? "wider" : "narrower")"
    }

    mutating func resizeKeyColumn(by columns: Int) {
        let width = max(Layout.minimum.columns, layout.list.columns - 2)
        list.keyColumnShift += columns
        // Only what can be seen counts, so that at either end the first press back is seen at once.
        list.keyColumnShift =
            keyColumnWidth(in: width, isNarrow: width < 44) - usualKeyColumn(in: width, isNarrow: width < 44)
    }
}
