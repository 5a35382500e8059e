import ExperimentsCore

// What the screens list, for those who want it without a screen.
extension DashboardState {
    /// The rows that the screen of all keys lists with a filter, in an order.
    ///
    /// - Throws: `FilterProblem` where a regular expression is too much work to be looked for in all of them.
    public func rows(filter: Filter, sort: SortOrder) throws(FilterProblem) -> [ReportRow] {
        var state = self
        state.listing.quickCount = .max
        state.sort = sort
        state.show(.keys)
        state.changeFilter(to: filter.text)
        guard !state.listing.isCutShort else {
            throw FilterProblem(text: "a regular expression that is too much work; write a simpler one", offset: 0)
        }
        return (0..<state.rowCount).compactMap { state.listing.row(at: $0, of: state.report) }
    }

    /// The rows that the screen of experiments lists with a filter.
    public func experiments(filter: Filter) -> [ExperimentRow] {
        var state = self
        state.show(.experiments)
        state.changeFilter(to: filter.text)
        return state.experimentListing
    }
}
