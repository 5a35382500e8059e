import ExperimentsCore

/// Pearson's chi-squared test: whether counts differ from the intended shares by more than chance explains.
public struct ChiSquaredTest: Sendable, Hashable {
    /// The sum of the squared differences, each divided by the expected count. Infinite if something happened whose
    /// intended share is 0.
    public let statistic: Double
    /// The number of possible results minus one.
    public let degreesOfFreedom: Int
    /// The probability of differences at least as large as these by chance.
    public let probability: Double

    /// Tests counts against intended shares, which add up to 1; nil if only one result is possible.
    public init?(counts: [Int], intended: [Double]) {
        let total = Double(counts.reduce(0, +))
        var statistic = 0.0
        var possible = 0
        for (count, share) in zip(counts, intended) {
            let expected = total * share
            // Exact shares that cancel out can leave a remainder that is not quite zero.
            guard share > 1e-12 else {
                if count > 0 { statistic = .infinity }
                continue
            }
            possible += 1
            statistic += (Double(count) - expected) * (Double(count) - expected) / expected
        }
        guard possible > 1 || statistic.isInfinite, total > 0 else { return nil }
        self.statistic = statistic
        degreesOfFreedom = max(possible - 1, 1)
        probability =
            ChiSquareDistribution.upperTail(statistic, degreesOfFreedom: Double(degreesOfFreedom)) ?? 1
    }
}
