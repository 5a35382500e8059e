import Foundation

/// Intervals that hold at all looks together, so that one may look whenever one likes and stop when one has seen enough.
///
/// The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, *Time-uniform central limit
/// theory and asymptotic confidence sequences* (arXiv 2103.06476, equations 9, 155 and 161). With N units in both groups
/// and q = N ρ², the half width is the standard error times √(2 (q + 1)/q · ln(√(q + 1)/α)), and the chance of it ever
/// leaving out the truth is at most α.
///
/// It is for differences of means. For lifts it is not, while counts are small: control's mean, in the denominator, skews
/// them. See ``LiftInterval``.
public struct ConfidenceSequence: Sendable, Hashable {
    /// The chance that the sequence ever leaves out the truth.
    public let alpha: Double
    /// The square of ρ, from the units at which the sequence is meant to be narrowest.
    public let rhoSquared: Double
    private let logAlpha: Double

    /// A sequence.
    ///
    /// - Parameters:
    ///   - alpha: the chance of a false alarm at any look.
    ///   - tuning: the units in both groups at which a decision is expected. It must not change during an experiment.
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

    /// The sequence of another level with the same ρ, so that the p-value of one tells which intervals of the other leave
    /// out zero. Nil unless `alpha` is between 0 and 1.
    func at(_ alpha: Double) -> ConfidenceSequence? {
        alpha > 0 && alpha < 1 ? ConfidenceSequence(alpha: alpha, rhoSquared: rhoSquared) : nil
    }

    /// How many standard errors the interval reaches to each side; infinite without units.
    public func multiplier(units: Double) -> Double {
        let q = units * rhoSquared
        guard q > 0 else { return .infinity }
        return (2 * (1 + 1 / q) * (0.5 * log1p(q) - logAlpha)).squareRoot()
    }

    /// The interval around an effect.
    public func interval(_ effect: Effect, units: Double) -> Interval {
        Interval(effect.value, within: multiplier(units: units) * effect.standardError)
    }

    /// The smallest level at which the interval would leave out zero. It does not depend on `alpha` but through ρ.
    public func pValue(_ effect: Effect, units: Double) -> Double {
        let z = effect.value / effect.standardError
        let q = units * rhoSquared
        guard q > 0, z.isFinite else { return 1 }
        let value = exp(0.5 * log1p(q) - 0.5 * z * z / (1 + 1 / q))
        return value.isNaN ? 1 : min(1, value)
    }
}
