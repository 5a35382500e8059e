/// Welch's test for a single look at a time that was fixed beforehand. It is not valid if you look earlier or more
/// often.
public struct FixedHorizonTest: Sendable, Hashable {
    /// The probability of an effect at least as large if there is none.
    public let pValue: Double
    /// The effects that the test does not reject.
    public let interval: Interval
    /// The lifts that the test does not reject, by the delta method, if `interval` is that of a difference; nil if there is
    /// no lift.
    public let lift: Interval?
    /// The probability of a false alarm.
    public let level: Double

    /// Tests an effect.
    ///
    /// - Parameters:
    ///   - effect: a difference or a lift.
    ///   - degreesOfFreedom: the degrees of freedom of Welch and Satterthwaite.
    ///   - alpha: the probability of a false alarm, between 0 and 1.
    /// - Returns: nil if there are no degrees of freedom, or `alpha` is not between 0 and 1.
    public init?(_ effect: Effect, degreesOfFreedom: Double, alpha: Double) {
        guard alpha > 0, alpha < 1, let student = StudentDistribution(degreesOfFreedom: degreesOfFreedom)
        else {
            return nil
        }
        let tail = student.twoSidedTail(effect.value / effect.standardError)
        pValue = tail.isNaN ? 1 : tail
        level = alpha
        lift = nil
        interval = Interval(
            effect.value, within: student.quantile(upperTail: alpha / 2) * effect.standardError)
    }

    /// Creates the test of a comparison that is one of several.
    ///
    /// - Parameters:
    ///   - level: the level of the intervals after correction.
    ///   - pValue: the p-value after correction.
    init?(_ comparison: GroupComparison, level: Double, pValue: Double) {
        func test(_ effect: Effect) -> FixedHorizonTest? {
            FixedHorizonTest(effect, degreesOfFreedom: comparison.degreesOfFreedom, alpha: level)
        }
        guard let difference = test(comparison.difference) else { return nil }
        self.pValue = pValue
        self.level = level
        interval = difference.interval
        lift = comparison.lift.flatMap { test($0)?.interval }
    }
}
