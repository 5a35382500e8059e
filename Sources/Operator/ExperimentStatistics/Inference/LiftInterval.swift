/// The lifts that agree with what an interval says of the difference.
///
/// A lift r is possible where the interval for *treatment - (1 + r) control* holds zero (Fieller, *The biological
/// standardization of insulin*, 1940). This interval leaves out zero exactly where that of the difference does, and,
/// taken at each look, holds as long as it. The usual one, of the delta method, does neither while counts are small.
enum LiftInterval {
    /// The lifts; all, where control's mean may be zero.
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
