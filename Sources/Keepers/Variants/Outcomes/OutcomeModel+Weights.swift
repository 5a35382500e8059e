extension OutcomeModel {
    /// How likely the outcomes are that meet a condition; nil where that is not known.
    func weight(where isCounted: (ActiveVariants) -> Bool) -> Double? {
        var sum: Double? = 0
        forEachOutcome { active, weight in
            guard isCounted(active) else { return }
            sum = if let known = sum, let weight { known + weight } else { nil }
        }
        return sum.map { min(max($0, 0), 1) }
    }

    /// How likely it is for each of the variants that it is the first active one, and that none is; nil where that is
    /// not known.
    func firstActiveWeights() -> (first: [Double], none: Double)? {
        var sums: (first: [Double], none: Double) = (Array(repeating: 0, count: count), 0)
        var isKnown = true
        forEachOutcome { active, weight in
            guard let weight else {
                isKnown = false
                return
            }
            if let first = active.first { sums.first[first] += weight } else { sums.none += weight }
        }
        return isKnown ? sums : nil
    }
}
