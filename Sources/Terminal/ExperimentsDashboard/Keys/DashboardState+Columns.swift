import ExperimentsCore

extension DashboardState {
    /// The number of columns by which a key press makes the column of keys wider or narrower.
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

// How far one can scroll: no further than there is something to see, so that the first press back is seen at once.
extension DashboardState {
    mutating func scrollDetails(by lines: Int) {
        details.scroll = max(0, min(details.scroll + lines, lastDetailLine))
    }

    /// The last line that may stand at the top of the details.
    var lastDetailLine: Int {
        let inside = layout.detailText
        guard !inside.isEmpty else { return 0 }
        return max(0, DetailLines(self, width: inside.columns).lines.count - inside.rows)
    }

    mutating func scrollValues(by columns: Int) {
        list.valueOffset = max(0, min(list.valueOffset + columns, max(list.valueOffset, longestValue - 1)))
        if columns > 0 { list.valueOffset = min(list.valueOffset, max(0, longestValue - 1) / columns * columns) }
    }

    /// The width of the longest value on screen, of all columns that are scrolled to the side.
    private var longestValue: Int {
        guard screen.listsKeys else { return 0 }
        let columns = KeyColumns(self).columns.filter(\.isScrolled)
        let shown = ShownList(self)
        let visible = position.top..<max(position.top, min(rowCount, position.top + layout.list.rows))
        return visible.reduce(0) { longest, index in
            guard list.keys.heading(at: index) == nil else { return longest }
            let row = KeyRow(shown, index)
            return columns.compactMap { $0.text(row) }.reduce(longest) { max($0, DisplayText($1).width) }
        }
    }
}
