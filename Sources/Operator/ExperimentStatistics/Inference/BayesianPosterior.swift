/// What is believed of an effect before any data: a normal distribution of lifts.
public struct Prior: Sendable, Hashable {
    /// The lift that is expected, such as 0.
    public var mean: Double
    /// Its standard deviation, such as 0.3.
    public var deviation: Double

    /// A prior.
    public init(mean: Double = 0, deviation: Double = 0.3) {
        (self.mean, self.deviation) = (mean, deviation)
    }

    /// The same belief, of differences from a control with this mean.
    public func scaled(to baseline: Double) -> Prior {
        Prior(mean: mean * abs(baseline), deviation: deviation * abs(baseline))
    }
}

/// What is believed of an effect after the data: normal, too.
///
/// It does not make peeking safe: of experiments without any effect that are looked at 200 times, 63 % show a chance to
/// win above 95 % or below 5 % at some look. It is shown, and decides nothing.
public struct BayesianPosterior: Sendable, Hashable {
    /// The effect that is expected.
    public let mean: Double
    /// Its standard deviation.
    public let deviation: Double

    /// The belief after an effect was seen: precisions add, and means are weighted by them.
    ///
    /// - Parameter prior: the belief before; nil for none. One without a positive deviation counts as none.
    public init(_ effect: Effect, prior: Prior? = nil) {
        let variance = effect.standardError * effect.standardError
        let priorVariance = prior.map { $0.deviation * $0.deviation } ?? .infinity
        guard let prior, priorVariance > 0, priorVariance.isFinite, variance > 0, prior.mean.isFinite else {
            (mean, deviation) = (effect.value, effect.standardError)
            return
        }
        // Each weight by itself: of 1 less the other, nothing is left where one is tiny.
        let (share, rest) = (priorVariance / (priorVariance + variance), variance / (priorVariance + variance))
        mean = effect.value * share + prior.mean * rest
        deviation = (variance * share).squareRoot()
    }

    private var z: Double { mean / deviation }

    /// The chance that the treatment is better.
    public func chanceToWin(_ direction: Direction) -> Double {
        NormalDistribution.cumulative(direction == .up ? z : -z)
    }

    /// The effects between which the effect is with a chance of 1 - alpha. All, unless `alpha` is between 0 and 1.
    public func interval(alpha: Double) -> Interval {
        guard alpha > 0, alpha < 1 else { return .everything }
        return Interval(mean, within: NormalDistribution.quantile(upperTail: alpha / 2) * deviation)
    }

    /// What is lost on average by keeping control though the treatment is better, and by shipping the treatment though
    /// control is.
    public func expectedLoss(_ direction: Direction) -> (keeping: Double, shipping: Double) {
        let up = deviation * NormalDistribution.meanExcess(over: -z)
        let down = deviation * NormalDistribution.meanExcess(over: z)
        return direction == .up ? (up, down) : (down, up)
    }
}

/// Which way a metric is better.
public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// More is better.
    case up
    /// Less is better.
    case down

    /// Whether all effects of an interval are good.
    func favours(_ interval: Interval) -> Bool { self == .up ? interval.isAboveZero : interval.isBelowZero }

    /// Whether all effects of an interval are bad.
    func opposes(_ interval: Interval) -> Bool { self == .up ? interval.isBelowZero : interval.isAboveZero }
}
