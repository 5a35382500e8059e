import ExperimentsCore

extension DashboardState {
    /// The name whose explanation the details show.
    var explainedName: String? {
        if screen.listsKeys { return selectedName }
        guard screen == .experiments, list.experiments.indices.contains(position.cursor) else { return nil }
        return list.experiments[position.cursor].key
    }

    /// Asks why, where the details show a key that was not explained as it is now. Only that one is ever asked about.
    mutating func askWhy() -> [Effect] {
        guard details.isShown, !history.isInThePast, let name = explainedName,
            let request = source.explanation.question(about: name)
        else { return [] }
        return [.explain(request)]
    }
}
