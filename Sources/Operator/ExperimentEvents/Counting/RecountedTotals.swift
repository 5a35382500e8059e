import ExperimentStatistics

/// The totals of an experiment as its units say them, and how near stored ones must come.
package struct RecountedTotals: Sendable {
    /// The totals.
    package var totals = TotalsChanges()
    /// The largest sums that the units of an experiment and metric ever had, including mixed units.
    private var scales: [Int: Double] = [:]

    mutating func add(_ value: UnitValue, isMixed: Bool, to sum: TotalsChanges.Sum) {
        let largest = max(1, abs(value.value), abs(value.denominator), abs(value.past))
        scales[sum.metric, default: 0] += largest * largest
        if !isMixed { totals.replace(UnitValue(0), with: value, of: sum) }
    }

    /// Whether stored sums are these. Sums of 32 digits may differ in their last ones by the order of the additions.
    package func agrees(_ stored: GroupTotals, at sum: TotalsChanges.Sum) -> Bool {
        let own = totals.sums[sum] ?? GroupTotals()
        let tolerance = 0x1p-80 * max(1, scales[sum.metric] ?? 0)
        return own.unitsWithValue == stored.unitsWithValue
            && zip(own.parts, stored.parts).allSatisfy { abs(($0 - $1).value) <= tolerance }
    }
}

extension GroupTotals {
    /// The sums in an order of their own: values, denominators, the past.
    package var parts: [PreciseSum] {
        [
            sum, sumSquares, denominator.sum, denominator.sumSquares, denominator.productSum, past.sum,
            past.sumSquares, past.productSum,
        ]
    }
}
