/// Takes off a group's values what the time before the first exposure foretells of them.
struct PastAdjustment {
    let moments: Moments
    private let theta: Double

    init(_ moments: Moments, _ theta: Double?) {
        (self.moments, self.theta) = (moments, theta ?? 0)
    }

    /// Cov(past, value)/Var(past) over both groups together; nil where either varies nowhere, and for ratios.
    static func theta(_ control: GroupTotals, _ treatment: GroupTotals, estimator: Estimator) -> Double? {
        guard estimator != .ratio, control.past != PairedSums() || treatment.past != PairedSums() else { return nil }
        let joint = Moments(totals: control + treatment, estimator: estimator)
        let spread = joint.pastVariance
        guard joint.variance > 0, spread > 0 else { return nil }
        let theta = joint.pastCovariance / spread
        return theta.isFinite ? theta : nil
    }

    /// The mean of the values less the foretold part.
    var adjustedMean: Double { theta == 0 ? moments.mean : moments.mean - theta * moments.pastMean }

    /// The variance of one unit's value less the foretold part.
    var variance: Double { variance(scale: 1) }

    var estimate: GroupEstimate {
        GroupEstimate(
            units: moments.totals.units, mean: moments.mean, adjustedMean: adjustedMean, variance: variance)
    }

    /// The variance of `scale` times the value less the foretold part.
    func variance(scale: Double) -> Double {
        let own = scale * scale * moments.variance
        guard theta != 0 else { return own }
        return own + theta * theta * moments.pastVariance - 2 * theta * scale * moments.pastCovariance
    }

    /// The covariance of the adjusted value and the value itself.
    var covarianceWithValue: Double {
        theta == 0 ? moments.variance : moments.variance - theta * moments.pastCovariance
    }
}
