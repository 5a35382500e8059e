/// The assumption about an effect before any data: a normal distribution of lifts.
public struct Prior: Sendable, Hashable {
    /// The expected lift, for example 0.
    public var mean: Double
    /// The standard deviation, for example 0.3.
    public var deviation: Double

    /// Creates a prior.
    public init(mean: Double = 0, deviation: Double = 0.3) {
        self.mean = mean
        self.deviation = deviation
    }

    /// Returns the same prior for differences from a control mean.
    public func scaled(to baseline: Double) -> Prior {
        Prior(mean: mean * abs(baseline), deviation: deviation * abs(baseline))
    }
}

/// The distribution of an effect after the data, which is normal, too.
///
/// It does not make repeated looks safe: if experiments without an effect are looked at 200 times, 63% of them have a
/// chance to win above 95% or below 5% at some look. It is shown, but not used for decisions.
public struct BayesianPosterior: Sendable, Hashable {
    /// The mean of the distribution: the expected effect.
    public let mean: Double
    /// The standard deviation of the distribution.
    public let deviation: Double

    /// Computes the distribution after an effect was observed: precisions are added, and means are weighted by them.
    ///
    /// - Parameters:
    ///   - effect: the observed effect.
    ///   - prior: the prior; nil for none. A prior without a positive deviation counts as none.
    public init(_ effect: Effect, prior: Prior? = nil) {
        let variance = effect.standardError * effect.standardError
        let priorVariance = prior.map { $0.deviation * $0.deviation } ?? .infinity
        guard let prior, priorVariance > 0, priorVariance.isFinite, variance > 0, prior.mean.isFinite else {
            (mean, deviation) = (effect.value, effect.standardError)
            return
        }
        // Compute each weight separately, because 1 minus the other one loses all digits of a tiny weight.
        let (share, rest) = (
            priorVariance / (priorVariance + variance), variance / (priorVariance + variance)
        )
        mean = effect.value * share + prior.mean * rest
        deviation = (variance * share).squareRoot()
    }

    private var z: Double { mean / deviation }

    /// Returns the probability that the treatment is better.
    public func chanceToWin(_ direction: Direction) -> Double {
        NormalDistribution.cumulative(direction == .up ? z : -z)
    }

    /// Returns the interval that contains the effect with a probability of 1 - alpha; all numbers unless `alpha` is
    /// between 0 and 1.
    public func interval(alpha: Double) -> Interval {
        guard alpha > 0, alpha < 1 else { return .everything }
        return Interval(mean, within: NormalDistribution.quantile(upperTail: alpha / 2) * deviation)
    }

    /// Returns the expected loss of keeping control if the treatment is better, and of shipping the treatment if
    /// control is better.
    public func expectedLoss(_ direction: Direction) -> (keeping: Double, shipping: Double) {
        let up = deviation * NormalDistribution.meanExcess(over: -z)
        let down = deviation * NormalDistribution.meanExcess(over: z)
        return direction == .up ? (up, down) : (down, up)
    }
}

/// The direction in which a metric gets better.
public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// The metric gets better if it grows.
    case up
    /// The metric gets better if it falls.
    case down

    /// Whether all effects of an interval are good.
    func favours(_ interval: Interval) -> Bool { self == .up ? interval.isAboveZero : interval.isBelowZero }

    /// Whether all effects of an interval are bad.
    func opposes(_ interval: Interval) -> Bool { self == .up ? interval.isBelowZero : interval.isAboveZero }
}
