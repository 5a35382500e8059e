/// An effect that was seen, and how uncertain it is.
public struct Effect: Sendable, Hashable {
    /// The effect.
    public let value: Double
    /// The standard deviation of the effect, if everything were done again.
    public let standardError: Double
}

/// A treatment beside control: what they differ by, as a difference of means and as a share of control's.
///
/// - The difference has the variance of the two means together.
/// - The lift is the difference over the absolute value of control's mean, so that up is up for negative means, too; its
///   variance is that of the delta method.
/// - With a past, each value is reduced by what the past foretells of it (Deng, Xu, Kohavi and Walker, *Improving the
///   sensitivity of online controlled experiments by utilizing pre-experiment data*, 2013).
public struct GroupComparison: Sendable, Hashable {
    /// Control.
    public let control: GroupEstimate
    /// The treatment.
    public let treatment: GroupEstimate
    /// By how much a value is expected to be larger for each 1 of the past; nil where there is no past to go by.
    public let adjustment: Double?
    /// The treatment's mean less control's.
    public let difference: Effect
    /// The difference as a share of control's mean: 0.05 for 5 % more. Nil where that mean is zero.
    public let lift: Effect?
    /// The degrees of freedom of Welch and Satterthwaite, from the variances of the difference, for the lift, too.
    public let degreesOfFreedom: Double
    /// The covariance of the difference and control's mean.
    let covarianceWithBaseline: Double
    /// The variance of control's mean without adjustment.
    let varianceOfBaseline: Double

    /// The units of both.
    public var units: Double { Double(control.units) + Double(treatment.units) }

    /// Compares two groups.
    ///
    /// - Parameter usesPast: whether to make use of the past, where there is one and the metric is no ratio.
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
