/// The means of two groups over the phases in which they are compared, each weighted by its information.
struct PhaseMeans {
    /// One phase.
    struct Phase {
        /// Its share of the weights of all.
        let share: Double
        /// The number of units that had been in an earlier phase.
        let returning: Double
        let control: PhaseGroup
        let treatment: PhaseGroup

        private var units: Double { control.units + treatment.units }

        /// Returns the largest covariance of the differences of two phases, for values with a variance of 1.
        func overlap(with later: Phase) -> Double {
            let common = min(later.returning, units)
            let share = treatment.units / units
            let other = later.treatment.units / later.units
            let together = min(share, other) - share * other
            return common / (units * later.units) * together / (share * (1 - share) * other * (1 - other))
        }
    }

    let phases: [Phase]

    init(_ pairs: [GroupPair], estimator: Estimator, theta: Double?) {
        let total = pairs.reduce(0) { $0 + $1.weight }
        phases = pairs.map { pair in
            let moments = Moments(totals: pair.control + pair.treatment, estimator: estimator)
            let both = PastAdjustment(moments, theta)
            return Phase(
                share: pair.weight / total, returning: pair.returning,
                control: PhaseGroup(pair.control, both: both, estimator, theta: theta),
                treatment: PhaseGroup(pair.treatment, both: both, estimator, theta: theta))
        }
    }

    /// Returns the variance of a weighted mean: the variance of each phase is multiplied by the square of its share.
    func sum(_ variance: (PhaseGroup) -> Double, of group: (Phase) -> PhaseGroup) -> Double {
        phases.reduce(0) { $0 + $1.share * $1.share * variance(group($1)) }
    }

    /// Returns the variance of the difference, for one kind of variance of the groups.
    func variance(_ kind: KeyPath<PhaseGroup, PastAdjustment>) -> Double {
        func mean(_ group: PhaseGroup) -> Double { group[keyPath: kind].variance / group.units }
        return sum(mean) { $0.control } + sum(mean) { $0.treatment }
    }

    /// The factor by which the variance of the difference may be larger because units were in several phases.
    ///
    /// If users keep their place while the split grows, the covariance of the differences of two phases is that of one
    /// user's values, which is at most σₚ σᵣ, times the number of such users and the covariance of their groups.
    var growth: Double {
        let own = variance(\.both)
        guard phases.count > 1, own > 0, phases.contains(where: { $0.returning > 0 }) else { return 1 }
        var sum = 0.0
        for (index, later) in phases.enumerated() where later.returning > 0 {
            for earlier in phases[..<index] {
                let spread = (earlier.control.both.variance * later.control.both.variance).squareRoot()
                sum += earlier.share * later.share * spread * earlier.overlap(with: later)
            }
        }
        let growth = 1 + 2 * sum / own
        return growth.isFinite ? max(1, growth) : 1
    }

    /// Control's mean without adjustment.
    var baseline: Double { mean(\.own.moments.mean) { $0.control } }

    var control: GroupEstimate { estimate { $0.control } }

    var treatment: GroupEstimate { estimate { $0.treatment } }

    private func estimate(_ group: (Phase) -> PhaseGroup) -> GroupEstimate {
        let units = phases.reduce(0) { $0.clampedSum(group($1).own.moments.totals.units) }
        // For a single phase, use the variance itself, without the digits lost by dividing and multiplying.
        let variance =
            phases.count == 1
            ? group(phases[0]).own.variance : Double(units) * sum({ $0.own.variance / $0.units }, of: group)
        return GroupEstimate(
            units: units, mean: mean(\.own.moments.mean, of: group),
            adjustedMean: mean(\.own.adjustedMean, of: group), variance: variance)
    }

    private func mean(_ part: KeyPath<PhaseGroup, Double>, of group: (Phase) -> PhaseGroup) -> Double {
        phases.reduce(0) { $0 + $1.share * group($1)[keyPath: part] }
    }

    /// The degrees of freedom of Welch and Satterthwaite; 0 if they are unknown.
    var degreesOfFreedom: Double {
        let parts = phases.flatMap { phase in
            [phase.control, phase.treatment].map { group in
                (
                    variance: phase.share * phase.share * (group.varying.variance / group.units),
                    units: group.units
                )
            }
        }
        let all = parts.reduce(0) { $0 + $1.variance }
        // Sum the parts one by one, because the squares of tiny variances would vanish.
        let sum = parts.reduce(0) { sum, part in
            let share = part.variance / all
            return sum + share * share / max(1, part.units - 1)
        }
        let degrees = 1 / sum
        return degrees.isNaN ? 0 : degrees
    }

    /// Returns the difference divided by control's unadjusted mean, with the variance of the delta method. Control's
    /// values are multiplied by the ratio of the means, because they are in the denominator, too.
    func lift(difference: Double) -> Effect? {
        let (baseline, other) = (baseline, mean(\.own.moments.mean) { $0.treatment })
        guard baseline != 0 else { return nil }
        let variances =
            sum({ $0.varying.variance / $0.units }, of: { $0.treatment })
            + sum({ $0.varying.variance(scale: other / baseline) / $0.units }, of: { $0.control })
        let lift = Effect(
            value: difference / abs(baseline), standardError: variances.squareRoot() / abs(baseline))
        return lift.value.isFinite && lift.standardError.isFinite ? lift : nil
    }
}
