/// Welch's test for one look at a time that was fixed beforehand. Looking earlier or more often makes it worthless.
public struct FixedHorizonTest: Sendable, Hashable {
    /// The chance of an effect at least as large if there is none.
    public let pValue: Double
    /// The effects that the test would not reject.
    public let interval: Interval

    /// Tests an effect.
    ///
    /// - Parameters:
    ///   - effect: a difference or a lift.
    ///   - degreesOfFreedom: those of Welch and Satterthwaite.
    ///   - alpha: the chance of a false alarm, between 0 and 1.
    /// - Returns: nil where there are no degrees of freedom, or `alpha` is not between 0 and 1.
    public init?(_ effect: Effect, degreesOfFreedom: Double, alpha: Double) {
        guard alpha > 0, alpha < 1, let student = StudentDistribution(degreesOfFreedom: degreesOfFreedom) else {
            return nil
        }
        let tail = student.twoSidedTail(effect.value / effect.standardError)
        pValue = tail.isNaN ? 1 : tail
        interval = Interval(effect.value, within: student.quantile(upperTail: alpha / 2) * effect.standardError)
    }
}
