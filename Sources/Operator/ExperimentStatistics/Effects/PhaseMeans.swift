/// The means of two groups over the phases in which they are compared, each weighted by what it tells.
struct PhaseMeans {
    /// One phase.
    struct Phase {
        /// Its share of the weights of all.
        let share: Double
        let control: PhaseGroup
        let treatment: PhaseGroup
    }

    let phases: [Phase]

    init(_ pairs: [GroupPair], estimator: Estimator, theta: Double?) {
        let total = pairs.reduce(0) { $0 + $1.weight }
        phases = pairs.map { pair in
            let moments = Moments(totals: pair.control + pair.treatment, estimator: estimator)
            let both = PastAdjustment(moments, theta)
            return Phase(
                share: pair.weight / total, control: PhaseGroup(pair.control, both: both, estimator, theta: theta),
                treatment: PhaseGroup(pair.treatment, both: both, estimator, theta: theta))
        }
    }

    /// Adds up the variances of the parts of a weighted mean: the variance of a phase counts by the square of its share.
    func sum(_ variance: (PhaseGroup) -> Double, of group: (Phase) -> PhaseGroup) -> Double {
        phases.reduce(0) { $0 + $1.share * $1.share * variance(group($1)) }
    }

    /// The variance of the difference, by one of the variances that are taken for a group.
    func variance(_ kind: KeyPath<PhaseGroup, PastAdjustment>) -> Double {
        func mean(_ group: PhaseGroup) -> Double { group[keyPath: kind].variance / group.units }
        return sum(mean) { $0.control } + sum(mean) { $0.treatment }
    }

    /// Control's mean without adjustment.
    var baseline: Double { mean(\.own.moments.mean) { $0.control } }

    var control: GroupEstimate { estimate { $0.control } }

    var treatment: GroupEstimate { estimate { $0.treatment } }

    private func estimate(_ group: (Phase) -> PhaseGroup) -> GroupEstimate {
        let units = phases.reduce(0) { $0.clampedSum(group($1).own.moments.totals.units) }
        // Of one phase, this is the variance itself, without the digits that dividing and multiplying cost.
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

    /// The degrees of freedom of Welch and Satterthwaite; 0 where they cannot be told.
    var degreesOfFreedom: Double {
        let parts = phases.flatMap { phase in
            [phase.control, phase.treatment].map { group in
                (variance: phase.share * phase.share * (group.varying.variance / group.units), units: group.units)
            }
        }
        let all = parts.reduce(0) { $0 + $1.variance }
        // Each part of the sum alone: the squares of tiny variances would vanish.
        let sum = parts.reduce(0) { sum, part in
            let share = part.variance / all
            return sum + share * share / max(1, part.units - 1)
        }
        let degrees = 1 / sum
        return degrees.isNaN ? 0 : degrees
    }

    /// The difference over control's unadjusted mean, with the variance of the delta method: control's values count
    /// times treatment's mean over control's, because they are in the denominator, too.
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
