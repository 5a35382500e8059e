/// The result of one look at a treatment and a metric, with everything that later looks need.
public struct Look: Sendable, Hashable, Codable {
    /// The time, in days since the start of the experiment.
    public var day: Double
    /// The number of effective units: see ``GroupComparison/effectiveUnits``.
    public var units: Double
    /// The number of effective units since the previous look, for a look at the end of a day; nil for a look at any other
    /// time. See ``ConfidenceSequence/multiplier(units:gain:)``.
    public var gain: Double?
    /// The mean of the treatment minus that of control.
    public var difference: Double
    /// The variance of the difference, as used for decisions. See ``GroupComparison/decidingDifference``.
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
        units = comparison.effectiveUnits
        difference = comparison.difference.value
        let error = comparison.decidingDifference.standardError
        differenceVariance = error * error
        baseline = comparison.control.mean
        baselineVariance = comparison.varianceOfBaseline
        covariance = comparison.covarianceWithBaseline
    }

    /// The difference with its standard error.
    public var effect: Effect { Effect(value: difference, standardError: differenceVariance.squareRoot()) }
}

/// The lifts that are compatible with the interval of the difference.
///
/// A lift r is possible if the interval of *treatment - (1 + r) control* contains zero (Fieller, *The biological
/// standardization of insulin*, 1940). This interval excludes zero exactly if that of the difference does, and is valid
/// at all looks together if that one is. The usual interval of the delta method has neither property if counts are
/// small.
enum LiftInterval {
    /// Returns the lifts; all numbers if the control mean may be zero.
    static func of(_ look: Look, multiplier: Double) -> Interval {
        let square = multiplier * multiplier
        // The covariance gets the sign of control's mean, because a lift is a share of its absolute value.
        let baseline = abs(look.baseline)
        let covariance = look.baseline < 0 ? -look.covariance : look.covariance
        let below = baseline * baseline - square * look.baselineVariance
        guard below > 0, below.isFinite else { return .everything }
        let middle = look.difference * baseline - square * covariance
        let last = look.difference * look.difference - square * look.differenceVariance
        let root = max(0, middle * middle - below * last).squareRoot()
        let interval = Interval((middle - root) / below, (middle + root) / below)
        return interval.lower.isNaN || interval.upper.isNaN ? .everything : interval
    }
}
