/// What one look at a treatment and a metric found: all that later looks need to know of it.
public struct Look: Sendable, Hashable, Codable {
    /// When, in days since the start of the experiment.
    public var day: Double
    /// The units in both groups.
    public var units: Double
    /// The treatment's mean less control's.
    public var difference: Double
    /// The variance of the difference.
    public var differenceVariance: Double
    /// Control's mean, without adjustment for the past.
    public var baseline: Double
    /// The variance of control's mean.
    public var baselineVariance: Double
    /// The covariance of the difference and control's mean.
    public var covariance: Double

    /// A look at a comparison.
    public init(_ comparison: GroupComparison, day: Double) {
        self.day = day
        units = comparison.units
        difference = comparison.difference.value
        differenceVariance = comparison.difference.standardError * comparison.difference.standardError
        baseline = comparison.control.mean
        baselineVariance = comparison.varianceOfBaseline
        covariance = comparison.covarianceWithBaseline
    }

    /// The difference with its standard error.
    public var effect: Effect {
        Effect(value: difference, standardError: differenceVariance.squareRoot())
    }
}
