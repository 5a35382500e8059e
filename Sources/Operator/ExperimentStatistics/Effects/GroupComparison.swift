/// An observed effect, and its uncertainty.
public struct Effect: Sendable, Hashable {
    /// The size of the effect, in the metric's unit or as a share.
    public let value: Double
    /// The standard error of the effect.
    public let standardError: Double
}

/// A comparison of a treatment with control: the difference of means, and the lift as a share of the control mean.
///
/// - The variance of the difference is the sum of the variances of the two means.
/// - The lift is the difference divided by the absolute value of the control mean, so that an increase is positive
///   even if means are negative. Its variance is that of the delta method.
/// - With data from before the first exposure, each value is adjusted by what they predict (Deng, Xu, Kohavi and
///   Walker, *Improving the sensitivity of online controlled experiments by utilizing pre-experiment data*, 2013).
public struct GroupComparison: Sendable, Hashable {
    /// The control group's mean and its uncertainty.
    public let control: GroupEstimate
    /// The treatment group's mean and its uncertainty.
    public let treatment: GroupEstimate
    /// The increase of a value that is expected for each 1 of the earlier value; nil if there are no earlier data.
    public let adjustment: Double?
    /// The mean of the treatment minus that of control.
    public let difference: Effect
    /// The difference as a share of the control mean: 0.05 for 5 % more. Nil if that mean is zero.
    public let lift: Effect?
    /// The degrees of freedom of Welch and Satterthwaite, from the variances of the difference. They are also used for
    /// the lift.
    public let degreesOfFreedom: Double
    /// The covariance of the difference and control's mean.
    let covarianceWithBaseline: Double
    /// The variance of control's mean without adjustment.
    let varianceOfBaseline: Double

    /// The number of units in both groups.
    public var units: Double { Double(control.units) + Double(treatment.units) }

    /// Compares two groups.
    ///
    /// - Parameter usesPast: whether to adjust by the data from before the first exposure, if there are any and the
    ///   metric is not a ratio.
    public init(
        control: GroupTotals, treatment: GroupTotals, estimator: Estimator, usesPast: Bool = true
    ) throws(MissingEstimate) {
        guard control.units > 0 else { throw .noUnits(.control) }
        guard treatment.units > 0 else { throw .noUnits(.treatment) }
        let a = Moments(totals: control, estimator: estimator)
        let b = Moments(totals: treatment, estimator: estimator)
        guard a.isFinite, b.isFinite else { throw .notFinite }
        let theta = usesPast ? PastAdjustment.theta(control, treatment, estimator) : nil
        let (own, other) = (PastAdjustment(a, theta), PastAdjustment(b, theta))
        let (first, second) = (own.estimate, other.estimate)
        // Which of the two is missing is clearer where control has nothing at all.
        let hasNoBaseline = a.mean == 0
        guard first.variance > 0 else { throw hasNoBaseline ? .noBaseline : .noVariance(.control) }
        guard second.variance > 0 else { throw hasNoBaseline ? .noBaseline : .noVariance(.treatment) }
        let (va, vb) = (first.varianceOfMean, second.varianceOfMean)
        let difference = Effect(
            value: second.adjustedMean - first.adjustedMean, standardError: (va + vb).squareRoot())
        // Each part of the sum alone: the squares of tiny variances would vanish.
        let (shareA, shareB) = (va / (va + vb), vb / (va + vb))
        let (na, nb) = (Double(first.units), Double(second.units))
        let degrees = 1 / (shareA * shareA / (na - 1) + shareB * shareB / (nb - 1))
        guard difference.value.isFinite, difference.standardError.isFinite, difference.standardError > 0 else {
            throw .notFinite
        }
        lift = PastAdjustment.lift(own, other, difference: difference.value)
        (self.control, self.treatment, self.adjustment, self.difference) = (first, second, theta, difference)
        // One unit in a group has no variance unless it is a proportion, of which it says nothing either.
        degreesOfFreedom = degrees.isNaN ? 0 : degrees
        varianceOfBaseline = a.variance / na
        covarianceWithBaseline = -own.covarianceWithValue / na
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
    /// The mean of control is zero, so there is no lift. If nothing varies either, there is no difference.
    case noBaseline
    /// All units of the group have the same value, there are too few of them, or their sums are contradictory.
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
