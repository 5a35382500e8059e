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
    /// The number of units that two groups of the same size would need for the same information: the sum of
    /// 4 n₁ n₂/(n₁ + n₂) over the phases. A group of 1% contributes little until it has users of its own.
    public let effectiveUnits: Double

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
            [GroupPair(control: control, treatment: treatment)], estimator, usesPast: usesPast, mustVary: true
        )
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
            throw .noDenominator(sum.control.denominator.sum.value == 0 ? .control : .treatment)
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
        // The same users in several phases make the phases alike, which their number limits.
        let growth = phases.growth
        let varying = phases.variance(\.varying) * growth
        let both = phases.variance(\.both) * growth
        let deciding: KeyPath<PhaseGroup, PastAdjustment> = both > varying ? \.both : \.varying
        guard varying > 0 else { throw absence(.control) }
        let value = phases.treatment.adjustedMean - phases.control.adjustedMean
        guard value.isFinite, varying.isFinite, both.isFinite else { throw .notFinite }
        (control, treatment, adjustment) = (phases.control, phases.treatment, theta)
        difference = Effect(value: value, standardError: varying.squareRoot())
        decidingDifference = Effect(value: value, standardError: max(varying, both).squareRoot())
        lift = phases.lift(difference: value)
        degreesOfFreedom = phases.degreesOfFreedom
        effectiveUnits = 4 * compared.reduce(0) { $0 + $1.weight }
        let varianceOfBaseline = phases.sum {
            $0[keyPath: deciding].moments.variance / $0.units
        } of: {
            $0.control
        }
        let covariance = phases.sum {
            $0[keyPath: deciding].covarianceWithValue / $0.units
        } of: {
            $0.control
        }
        self.varianceOfBaseline = growth * varianceOfBaseline
        covarianceWithBaseline = -growth * covariance
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
    /// The group has units, but no denominators, so that there is no ratio.
    case noDenominator(Side)
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
