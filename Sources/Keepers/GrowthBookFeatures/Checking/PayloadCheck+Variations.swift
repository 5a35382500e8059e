import ExperimentsCore

extension PayloadCheck {
    /// Looks at the lists that must fit the list of variations.
    mutating func checkVariations(of experiment: Experiment) {
        let count = experiment.variations.count
        guard count >= 2 else { return }
        let name = experiment.key
        if let meta = experiment.members["meta"]?.array, meta.count < count {
            note(
                .variations,
                "the experiment \(name) has \(count) variations and meta for \(meta.count); GrowthBook's SDK for "
                    + "JavaScript fails for users of the others")
        }
        var seen: Set<String> = []
        if let twice = experiment.variations.compactMap(\.ownKey).first(where: { !seen.insert($0).inserted }) {
            note(
                .variations,
                "two variations of the experiment \(name) have the key \(twice), so users with sticky buckets may "
                    + "change from one to the other")
        }
        guard experiment.members["ranges"] != nil else { return }
        let ranges = experiment.ranges
        if ranges.count < count {
            note(
                .variations,
                "the experiment \(name) has \(count) variations and \(ranges.count) ranges, so nobody gets the others")
        }
        let sorted = ranges.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
        if zip(sorted, sorted.dropFirst()).contains(where: { $1.start < $0.end }) {
            note(.variations, "ranges of the experiment \(name) overlap; the first one counts")
        }
    }
}
