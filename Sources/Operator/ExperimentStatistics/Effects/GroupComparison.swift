/// An observed effect, and its uncertainty.
public struct Effect: Sendable, Hashable {
    /// The size of the effect, in the metric's unit or as a share.
    public let value: Double
    /// The standard error of the effect.
    public let standardError: Double

    package init(value: Double, standardError: Double) {
        (self.value, self.standardError) = (value, standardError)
    }
}

/// A comparison of a treatment with control: the difference of means, and the lift as a share of the control mean.
///
/// - If the split of users changed, groups are compared within the phases in which both had users, and the differences
///   are averaged, each weighted by n₁ n₂/(n₁ + n₂) of its phase. All means here are weighted in the same way.
/// - The variance of the difference is the sum of the variances of the two means.
/// - The lift is the difference divided by the absolute value of the control mean, so that an increase is positive even
///   if means are negative. Its variance is that of the delta method.
/// - With data from before the first exposure, each value is adjusted by the predicted part (Deng, Xu, Kohavi and
///   Walker, *Improving the sensitivity of online controlled experiments by utilizing pre-experiment data*, 2013).
public struct GroupComparison: Sendable, Hashable {
    /// The control group's mean and its uncertainty.
    public let control: GroupEstimate
    /// The treatment group's mean and its uncertainty.
    public let treatment: GroupEstimate
    /// The increase of a value that is expected for each 1 of the earlier value; nil if there are no earlier data.
    public let adjustment: Double?
    /// The mean of the treatment minus that of control, with the standard error for a single look.
    public let difference: Effect
    /// The same difference with the standard error that decides: at least the one that would result if the variance of
    /// each group were that of both groups together.
    ///
    /// The smaller group may not yet have the rare values that make up most of the variance: a few large orders, or a
    /// few users without a conversion. Its own variance is then too small, and chance looks like an effect.
    public let decidingDifference: Effect
    /// The difference as a share of the control mean: 0.05 for 5% more. Nil if that mean is zero.
    public let lift: Effect?
    /// The degrees of freedom of Welch and Satterthwaite, from the variances of the difference. They are also used for
    /// the lift.
    public let degreesOfFreedom: Double
    /// The covariance of the difference and control's mean, as used for decisions.
    let covarianceWithBaseline: Double
    /// The variance of control's mean without adjustment, as used for decisions.
    let varianceOfBaseline: Double

    /// The number of units in both groups.
    public var units: Double { Double(control.units) + Double(treatment.units) }

    /// Compares two groups in which values vary.
    ///
    /// - Parameters:
    ///   - control: the totals of the control group.
    ///   - treatment: the totals of the other group.
    ///   - estimator: how the effect is computed.
    ///   - usesPast: whether to adjust by the data from before the first exposure, if there are any and the metric is
    ///     not a ratio.
    /// - Throws: `MissingEstimate`, also if all units of a group have the same value.
    public init(
        control: GroupTotals, treatment: GroupTotals, estimator: Estimator, usesPast: Bool = true
    ) throws(MissingEstimate) {
        try self.init(
            [GroupPair(control: control, treatment: treatment)], estimator, usesPast: usesPast, mustVary: true)
    }

    /// Compares two groups within phases.
    ///
    /// - Parameters:
    ///   - pairs: the totals of each phase in which both groups had a weight.
    ///   - mustVary: whether values must vary in each of the groups. Otherwise it is enough that they vary in both together.
    init(
        _ pairs: [GroupPair], _ estimator: Estimator, usesPast: Bool = true, mustVary: Bool = false
    ) throws(MissingEstimate) {
        let sum = GroupPair.sum(pairs)
        guard !pairs.isEmpty else { throw .neverTogether }
        guard sum.control.units > 0 else { throw .noUnits(.control) }
        guard sum.treatment.units > 0 else { throw .noUnits(.treatment) }
        guard Moments(totals: sum.control, estimator: estimator).isFinite,
            Moments(totals: sum.treatment, estimator: estimator).isFinite
        else { throw .notFinite }
        let theta = usesPast ? PastAdjustment.theta(sum.control, sum.treatment, estimator: estimator) : nil
        let compared = pairs.filter { $0.isComparable(estimator) }
        guard !compared.isEmpty else {
            if !pairs.contains(where: { $0.weight > 0 }) { throw .neverTogether }
            throw sum.control.denominator.sum.value == 0 ? .noBaseline : .noVariance(.treatment)
        }
        let phases = PhaseMeans(compared, estimator: estimator, theta: theta)
        // The reason is clearer if control is named when it has no units at all.
        func absence(_ side: MissingEstimate.Side) -> MissingEstimate {
            phases.baseline == 0 ? .noBaseline : .noVariance(side)
        }
        if mustVary {
            guard phases.control.variance > 0 else { throw absence(.control) }
            guard phases.treatment.variance > 0 else { throw absence(.treatment) }
        }
        let (varying, both) = (phases.variance(\.varying), phases.variance(\.both))
        let deciding: KeyPath<PhaseGroup, PastAdjustment> = both > varying ? \.both : \.varying
        guard varying > 0 else { throw absence(.control) }
        let value = phases.treatment.adjustedMean - phases.control.adjustedMean
        guard value.isFinite, varying.isFinite, both.isFinite else { throw .notFinite }
        (control, treatment, adjustment) = (phases.control, phases.treatment, theta)
        difference = Effect(value: value, standardError: varying.squareRoot())
        decidingDifference = Effect(value: value, standardError: max(varying, both).squareRoot())
        lift = phases.lift(difference: value)
        degreesOfFreedom = phases.degreesOfFreedom
        varianceOfBaseline = phases.sum {
            $0[keyPath: deciding].moments.variance / $0.units
        } of: {
            $0.control
        }
        covarianceWithBaseline = -phases.sum {
            $0[keyPath: deciding].covarianceWithValue / $0.units
        } of: {
            $0.control
        }
    }
}

/// The reason why a treatment cannot be compared with control.
public enum MissingEstimate: Error, Sendable, Hashable {
    /// One of the two groups.
    public enum Side: String, Sendable, Hashable {
        /// The control group.
        case control
        /// The treatment group.
        case treatment
    }

    /// The group has no units.
    case noUnits(Side)
    /// The groups had no users in the same phase, so that there is nothing to compare.
    case neverTogether
    /// The mean of control is zero, so there is no lift. If nothing varies either, there is no difference.
    case noBaseline
    /// All units of the group have the same value, there are too few of them, or their sums are contradictory. For a
    /// verdict, it is enough that values vary in both groups together.
    case noVariance(Side)
    /// A sum is not finite.
    case notFinite
}

/// The mean of a group, and the variance between its units.
public struct GroupEstimate: Sendable, Hashable {
    /// The number of units.
    public let units: Int
    /// The mean of the units' values, or the ratio.
    public let mean: Double
    /// The mean after the adjustment by earlier data; the same as `mean` without such data.
    ///
    /// The lift is the difference of these means divided by control's `mean`, so it is not the quotient of the two
    /// means that are shown.
    public let adjustedMean: Double
    /// The variance of one unit's value, after the adjustment.
    public let variance: Double

    /// The variance of the mean.
    public var varianceOfMean: Double { variance / Double(units) }
}

/// The method by which the mean of a group and its variance are computed from the group's totals.
public enum Estimator: String, Sendable, Hashable, CaseIterable {
    /// The share of units with an event: each unit's value is 0 or 1.
    case proportion
    /// The mean of the units' values.
    case mean
    /// The quotient of two sums over units, with the variance of the delta method.
    case ratio
}

/// The means of two groups over the phases in which they are compared, each weighted by its information.
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

    /// Returns the variance of a weighted mean: the variance of each phase is multiplied by the square of its share.
    func sum(_ variance: (PhaseGroup) -> Double, of group: (Phase) -> PhaseGroup) -> Double {
        phases.reduce(0) { $0 + $1.share * $1.share * variance(group($1)) }
    }

    /// Returns the variance of the difference, for one kind of variance of the groups.
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
                (variance: phase.share * phase.share * (group.varying.variance / group.units), units: group.units)
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
        let lift = Effect(value: difference / abs(baseline), standardError: variances.squareRoot() / abs(baseline))
        return lift.value.isFinite && lift.standardError.isFinite ? lift : nil
    }
}
