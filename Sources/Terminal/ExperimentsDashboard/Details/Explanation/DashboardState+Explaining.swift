import ExperimentsCore

extension DashboardState {
    /// The name whose explanation the details show.
    var explainedName: String? {
        if screen.listsKeys { return selectedName }
        guard screen == .experiments, experimentListing.indices.contains(position.cursor) else { return nil }
        return experimentListing[position.cursor].key
    }

    /// Asks why, where the details show a key that was not explained as it is now. Only that one is ever asked about.
    mutating func askWhy() -> [Effect] {
        guard showsDetails, !isInThePast, let name = explainedName, let request = explanation.question(about: name)
        else { return [] }
        return [.explain(request)]
    }
}
