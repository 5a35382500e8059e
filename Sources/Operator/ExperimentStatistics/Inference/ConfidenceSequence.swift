import Foundation

/// Intervals that are valid at all looks together. You can look at any time, and stop at any time.
///
/// It is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, *Time-uniform central
/// limit theory and asymptotic confidence sequences* (arXiv 2103.06476, equations 9, 155 and 161). With N
/// effective units (see ``GroupComparison/effectiveUnits``) and q = N ρ², the half width is the standard error times √(2 (q + 1)/q · ln(√(q + 1)/α)), and the probability
/// that it ever excludes the truth is at most α.
///
/// It is meant for differences of means. For lifts with small counts it is not valid, because the control mean in the
/// denominator skews them. See `LiftInterval`.
public struct ConfidenceSequence: Sendable, Hashable {
    /// The probability that the sequence ever excludes the truth.
    public let alpha: Double
    /// The square of ρ, from the number of effective units at which the sequence is narrowest.
    public let rhoSquared: Double
    private let logAlpha: Double

    /// Creates a sequence.
    ///
    /// - Parameters:
    ///   - alpha: the probability of a false alarm at any look.
    ///   - tuning: the number of effective units at which a decision is expected. It must not change during an
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
    ///
    /// The sequence is valid for looks after every single unit. If there are fewer, the estimate cannot leave the interval
    /// between two looks without being far outside at the second one, so the interval of a look may be narrower: by 0.583
    /// standard deviations of what came since the look before (Siegmund, *Sequential Analysis*, 1985).
    ///
    /// - Parameter gain: the number of units since the previous look, if the looks are at fixed times; otherwise 0.
    public func multiplier(units: Double, gain: Double = 0) -> Double {
        let q = units * rhoSquared
        guard q > 0 else { return .infinity }
        return (2 * (1 + 1 / q) * (0.5 * log1p(q) - logAlpha)).squareRoot() - Self.overshoot(units, gain)
    }

    private static func overshoot(_ units: Double, _ gain: Double) -> Double {
        gain > 0 && units > 0 ? 0.583 * min(1, gain / units).squareRoot() : 0
    }

    /// The normal quantile of 80%.
    private static let powerQuantile = 0.841_621_233_572_914_3

    /// Returns the number of effective units at which an effect would be detected with a probability of 80%.
    ///
    /// - Parameters:
    ///   - effect: the size of the effect.
    ///   - error: the standard error now.
    ///   - now: the number of effective units now.
    func units(for effect: Double, _ error: Double, at now: Double) -> Double {
        var needed = now
        // k hardly depends on the units: a few rounds settle it.
        for _ in 0..<12 {
            let share = error * (multiplier(units: needed) + Self.powerQuantile) / effect
            needed = now * share * share
        }
        return needed
    }

    /// Returns the interval around an effect.
    public func interval(_ effect: Effect, units: Double, gain: Double = 0) -> Interval {
        Interval(effect.value, within: multiplier(units: units, gain: gain) * effect.standardError)
    }

    /// Returns the smallest level at which the interval would exclude zero. It depends on `alpha` only through ρ.
    public func pValue(_ effect: Effect, units: Double, gain: Double = 0) -> Double {
        let z = abs(effect.value / effect.standardError) + Self.overshoot(units, gain)
        let q = units * rhoSquared
        guard q > 0, z.isFinite else { return 1 }
        let value = exp(0.5 * log1p(q) - 0.5 * z * z / (1 + 1 / q))
        return value.isNaN ? 1 : min(1, value)
    }
}
