import Foundation

/// The evidence of all looks so far at one treatment and one metric.
///
/// It stores the intersection of the intervals of all looks, which is valid as long as each interval is, and the
/// smallest p-value. The intersection never widens, and the p-value never grows, so a decision is never reversed,
/// regardless of the number of looks. If the effect itself changes over time, an interval may not overlap the earlier
/// ones. Then `hasChanged` is true, and the intersection does not change.
public struct SequentialEvidence: Sendable, Hashable {
    /// The looks that narrowed an interval, oldest first, from which the same evidence can be computed again.
    public private(set) var looks: [Look] = []
    /// The smallest p-value of any look.
    public private(set) var smallestPValue = 1.0
    /// Whether a look contradicted the earlier ones.
    public private(set) var hasChanged = false
    private var tracks: [Track]

    /// One level's intersection.
    private struct Track: Hashable {
        let sequence: ConfidenceSequence
        var difference = Interval.everything
        var lift = Interval.everything

        mutating func narrow(_ look: Look, changed: inout Bool) -> Bool {
            let multiplier = sequence.multiplier(units: look.units)
            let next = difference.intersection(
                Interval(look.difference, within: multiplier * look.effect.standardError))
            guard !next.isEmpty else {
                changed = true
                return false
            }
            let isNarrower = next != difference
            difference = next
            let lifts = lift.intersection(LiftInterval.of(look, multiplier: multiplier))
            if !lifts.isEmpty { lift = lifts }
            return isNarrower
        }
    }

    /// Creates evidence without looks.
    ///
    /// - Parameters:
    ///   - sequence: the sequence for the experiment's level.
    ///   - levels: the levels for which intervals are stored: those of a family of tests.
    init(_ sequence: ConfidenceSequence?, levels: [Double]) {
        tracks = levels.compactMap { level in sequence?.at(level).map { Track(sequence: $0) } }
    }

    /// Adds a look.
    ///
    /// - Returns: whether it changed the evidence, so that it should be stored.
    @discardableResult
    public mutating func record(_ look: Look) -> Bool {
        guard let first = tracks.first, look.effect.standardError > 0, look.difference.isFinite else { return false }
        let pValue = first.sequence.pValue(look.effect, units: look.units)
        var isNew = pValue < smallestPValue
        smallestPValue = min(smallestPValue, pValue)
        var changed = false
        for index in tracks.indices where tracks[index].narrow(look, changed: &changed) { isNew = true }
        if changed, !hasChanged { (hasChanged, isNew) = (true, true) }
        if isNew { looks.append(look) }
        return isNew
    }

    /// A look, with the interval that it and the earlier ones do not rule out.
    public struct Step: Sendable, Hashable {
        /// The data at this look.
        public let look: Look
        /// The differences of means that no look has ruled out so far.
        public let difference: Interval
        /// The lifts that no look has ruled out so far.
        public let lift: Interval
    }

    /// Returns how the intervals narrowed, look by look.
    ///
    /// - Parameter alpha: one of the levels for which intervals are stored. For other levels, there are no steps.
    public func steps(alpha: Double) -> [Step] {
        guard var track = tracks.first(where: { $0.sequence.alpha == alpha }).map({ Track(sequence: $0.sequence) })
        else { return [] }
        var changed = false
        return looks.compactMap { look in
            track.narrow(look, changed: &changed)
                ? Step(look: look, difference: track.difference, lift: track.lift) : nil
        }
    }

    /// The differences that no look ruled out, at one of the levels.
    func difference(_ level: Int) -> Interval {
        tracks.indices.contains(level) ? tracks[level].difference : .everything
    }

    /// The lifts that no look ruled out, at one of the levels.
    func lift(_ level: Int) -> Interval { tracks.indices.contains(level) ? tracks[level].lift : .everything }

    /// The sequence of one of the levels.
    func sequence(_ level: Int) -> ConfidenceSequence? {
        tracks.indices.contains(level) ? tracks[level].sequence : nil
    }
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

/// Intervals that are valid at all looks together. You can look at any time, and stop at any time.
///
/// It is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, *Time-uniform central
/// limit theory and asymptotic confidence sequences* (arXiv 2103.06476, equations 9, 155 and 161). With N units in both
/// groups and q = N ρ², the half width is the standard error times √(2 (q + 1)/q · ln(√(q + 1)/α)), and the probability
/// that it ever excludes the truth is at most α.
///
/// It is meant for differences of means. For lifts with small counts it is not valid, because the control mean in the
/// denominator skews them. See `LiftInterval`.
public struct ConfidenceSequence: Sendable, Hashable {
    /// The probability that the sequence ever excludes the truth.
    public let alpha: Double
    /// The square of ρ, from the number of units at which the sequence is narrowest.
    public let rhoSquared: Double
    private let logAlpha: Double

    /// Creates a sequence.
    ///
    /// - Parameters:
    ///   - alpha: the probability of a false alarm at any look.
    ///   - tuning: the number of units in both groups at which a decision is expected. It must not change during an
    ///     experiment.
    /// - Returns: nil unless `alpha` is between 0 and 1 and `tuning` is above 0.
    public init?(alpha: Double, tuning: Double) {
        guard alpha > 0, alpha < 1, tuning > 0, tuning.isFinite else { return nil }
        let twice = -2 * log(alpha)
        let rhoSquared = (twice + log1p(twice)) / tuning
        guard rhoSquared.isFinite, rhoSquared > 0 else { return nil }
        self.init(alpha: alpha, rhoSquared: rhoSquared)
    }

    private init(alpha: Double, rhoSquared: Double) {
        (self.alpha, self.rhoSquared, logAlpha) = (alpha, rhoSquared, log(alpha))
    }

    /// Returns the sequence for another level with the same ρ, so that the p-value of one shows which intervals of the
    /// other exclude zero. Nil unless `alpha` is between 0 and 1.
    func at(_ alpha: Double) -> ConfidenceSequence? {
        alpha > 0 && alpha < 1 ? ConfidenceSequence(alpha: alpha, rhoSquared: rhoSquared) : nil
    }

    /// Returns the half width in standard errors; infinite without units.
    public func multiplier(units: Double) -> Double {
        let q = units * rhoSquared
        guard q > 0 else { return .infinity }
        return (2 * (1 + 1 / q) * (0.5 * log1p(q) - logAlpha)).squareRoot()
    }

    /// Returns the interval around an effect.
    public func interval(_ effect: Effect, units: Double) -> Interval {
        Interval(effect.value, within: multiplier(units: units) * effect.standardError)
    }

    /// Returns the smallest level at which the interval would exclude zero. It depends on `alpha` only through ρ.
    public func pValue(_ effect: Effect, units: Double) -> Double {
        let z = effect.value / effect.standardError
        let q = units * rhoSquared
        guard q > 0, z.isFinite else { return 1 }
        let value = exp(0.5 * log1p(q) - 0.5 * z * z / (1 + 1 / q))
        return value.isNaN ? 1 : min(1, value)
    }
}

/// The result of one look at a treatment and a metric, with everything that later looks need.
public struct Look: Sendable, Hashable, Codable {
    /// The time, in days since the start of the experiment.
    public var day: Double
    /// The number of units in both groups.
    public var units: Double
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
        units = comparison.units
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
