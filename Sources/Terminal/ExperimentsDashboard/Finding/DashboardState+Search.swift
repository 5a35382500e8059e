// What is found depends on the rows, which the screens list.
extension DashboardState {
    /// Finds the matching rows again, because the query or the rows have changed.
    mutating func findMatches() {
        list.search.matches =
            list.search.filter.isEmpty ? [] : screen.list.matches(of: list.search.filter, &self)
    }

    /// The cursor goes to the first match from where looking began, or back to there.
    mutating func searchChanged() {
        findMatches()
        moveCursor(to: list.search.match(from: list.search.origin, orAt: true)?.row ?? list.search.origin)
    }

    /// The cursor goes to the first row that passes another filter.
    mutating func filterChanged() {
        chooseRows()
        let isHeading = { [self] in screen.listsKeys && list.keys.heading(at: $0) != nil }
        moveCursor(to: (0..<min(rowCount, 2)).first { !isHeading($0) } ?? 0)
    }
}
