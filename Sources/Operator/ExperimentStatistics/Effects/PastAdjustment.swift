/// Takes off a group's values what the time before the first exposure foretells of them.
struct PastAdjustment {
    let moments: Moments
    private let theta: Double

    init(_ moments: Moments, _ theta: Double?) {
        (self.moments, self.theta) = (moments, theta ?? 0)
    }

    /// Cov(past, value)/Var(past) over both groups together; nil where either varies nowhere, and for ratios.
    static func theta(_ control: GroupTotals, _ treatment: GroupTotals, _ estimator: Estimator) -> Double? {
        guard estimator != .ratio, control.past != PairedSums() || treatment.past != PairedSums() else { return nil }
        let joint = Moments(totals: control + treatment, estimator: estimator)
        let spread = joint.pastVariance
        guard joint.variance > 0, spread > 0 else { return nil }
        let theta = joint.pastCovariance / spread
        return theta.isFinite ? theta : nil
    }

    var estimate: GroupEstimate {
        GroupEstimate(
            units: moments.totals.units, mean: moments.mean,
            adjustedMean: theta == 0 ? moments.mean : moments.mean - theta * moments.pastMean,
            variance: variance(scale: 1))
    }

    /// The variance of `scale` times the value less the foretold part.
    private func variance(scale: Double) -> Double {
        let own = scale * scale * moments.variance
        guard theta != 0 else { return own }
        return own + theta * theta * moments.pastVariance - 2 * theta * scale * moments.pastCovariance
    }

    /// The covariance of the adjusted value and the value itself.
    var covarianceWithValue: Double {
        theta == 0 ? moments.variance : moments.variance - theta * moments.pastCovariance
    }

    /// The difference over control's unadjusted mean, with the variance of the delta method: control's values count
    /// times treatment's mean over control's, because they are in the denominator, too.
    static func lift(_ control: PastAdjustment, _ treatment: PastAdjustment, difference: Double) -> Effect? {
        let (baseline, other) = (control.moments.mean, treatment.moments.mean)
        guard baseline != 0 else { return nil }
        let (na, nb) = (Double(control.moments.totals.units), Double(treatment.moments.totals.units))
        let variances = treatment.variance(scale: 1) / nb + control.variance(scale: other / baseline) / na
        let lift = Effect(
            value: difference / abs(baseline), standardError: variances.squareRoot() / abs(baseline))
        return lift.value.isFinite && lift.standardError.isFinite ? lift : nil
    }
}
