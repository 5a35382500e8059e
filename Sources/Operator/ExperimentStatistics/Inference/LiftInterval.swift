/// The lifts that are compatible with the interval of the difference.
///
/// A lift r is possible if the interval of *treatment - (1 + r) control* contains zero (Fieller, *The biological
/// standardization of insulin*, 1940). This interval excludes zero exactly if that of the difference does, and is valid
/// at all looks together if that one is. The usual interval of the delta method has neither property while counts are
/// small.
enum LiftInterval {
    /// Returns the lifts; all numbers if the control mean may be zero.
    static func of(_ look: Look, multiplier: Double) -> Interval {
        let square = multiplier * multiplier
        // The sign of control's mean goes to the covariance: a lift is a share of its absolute value.
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
