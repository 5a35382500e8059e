/// Pearson's chi-squared test: whether counts are what was intended, but for chance.
public struct ChiSquaredTest: Sendable, Hashable {
    /// The sum of the squared differences, each over what was expected. Infinite where something happened that should
    /// not.
    public let statistic: Double
    /// One less than there are things that can happen.
    public let degreesOfFreedom: Int
    /// How likely differences as large as these are by chance.
    public let probability: Double

    /// Tests counts against the shares intended, which add up to 1; nil where only one thing can happen.
    public init?(counts: [Int], intended: [Double]) {
        let total = Double(counts.reduce(0, +))
        var statistic = 0.0
        var possible = 0
        for (count, share) in zip(counts, intended) {
            let expected = total * share
            // The rest of exact shares that cancel out is not quite zero.
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
        probability = ChiSquaredDistribution(degreesOfFreedom: degreesOfFreedom).upperTail(statistic)
    }
}
