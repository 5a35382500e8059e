/// The findings of one look at a treatment and a metric, with everything that later looks need.
public struct Look: Sendable, Hashable, Codable {
    /// The time, in days since the start of the experiment.
    public var day: Double
    /// The number of units in both groups.
    public var units: Double
    /// The mean of the treatment minus that of control.
    public var difference: Double
    /// The variance of the difference, as it decides. See ``GroupComparison/decidingDifference``.
    public var differenceVariance: Double
    /// The control mean, without adjustment by earlier data.
    public var baseline: Double
    /// The variance of the control mean.
    public var baselineVariance: Double
    /// The covariance of the difference and the control mean.
    public var covariance: Double

    /// Creates a look from a comparison.
    public init(_ comparison: GroupComparison, day: Double) {
        self.day = day
        units = comparison.units
        difference = comparison.difference.value
        let error = comparison.decidingDifference.standardError
        differenceVariance = error * error
        baseline = comparison.control.mean
        baselineVariance = comparison.varianceOfBaseline
        covariance = comparison.covarianceWithBaseline
    }

    /// The difference with its standard error.
    public var effect: Effect {
        Effect(value: difference, standardError: differenceVariance.squareRoot())
    }
}
