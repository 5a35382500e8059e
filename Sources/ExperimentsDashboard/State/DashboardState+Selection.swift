import ExperimentsCore

// What the screens list, for those who want it without a screen.
extension DashboardState {
    /// The rows that the screen of all keys lists with a filter, in an order.
    public func rows(filter: String, sort: SortOrder) -> [ReportRow] {
        var state = self
        state.listing.quickCount = .max
        state.sort = sort
        state.show(.keys)
        state.changeFilter(to: filter)
        return (0..<state.rowCount).compactMap { state.listing.row(at: $0, of: state.report) }
    }

    /// The rows that the screen of experiments lists with a filter.
    public func experiments(filter: String) -> [ExperimentRow] {
        var state = self
        state.show(.experiments)
        state.changeFilter(to: filter)
        return state.experimentListing
    }
}
