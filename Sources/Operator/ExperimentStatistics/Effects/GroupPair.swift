/// The totals of control and of one treatment, for the users of a phase with one split.
///
/// Groups are compared within such phases. If the share of a group changed during the experiment, the users of
/// different phases differ in more than their group, for example by a sale, a season or the version of the app.
struct GroupPair {
    let control: GroupTotals
    let treatment: GroupTotals
    /// The number of units that had been in an earlier phase.
    var returning = 0.0

    /// The information of the phase about the difference: n₁ n₂/(n₁ + n₂), which is the reciprocal of the variance of a
    /// difference of means, up to the variance of one value. It is 0 if a group has no users.
    var weight: Double {
        let (a, b) = (Double(max(0, control.units)), Double(max(0, treatment.units)))
        return a + b > 0 ? a * b / (a + b) : 0
    }

    /// Returns whether both groups have a mean. A ratio without denominators has none.
    func isComparable(_ estimator: Estimator) -> Bool {
        weight > 0
            && (estimator != .ratio
                || control.denominator.sum.value != 0 && treatment.denominator.sum.value != 0)
    }

    /// Returns the totals of all phases together.
    static func sum(_ pairs: [GroupPair]) -> GroupPair {
        GroupPair(
            control: pairs.reduce(GroupTotals()) { $0 + $1.control },
            treatment: pairs.reduce(GroupTotals()) { $0 + $1.treatment })
    }
}

/// One group of one phase: its mean, and its possible variances.
struct PhaseGroup {
    /// The number of units.
    let units: Double
    /// The group's own moments.
    let own: PastAdjustment
    /// The moments of both groups together.
    let both: PastAdjustment

    init(_ totals: GroupTotals, both: PastAdjustment, _ estimator: Estimator, theta: Double?) {
        units = Double(totals.units)
        own = PastAdjustment(Moments(totals: totals, estimator: estimator), theta)
        self.both = both
    }

    /// The group's own moments, unless its values are all equal.
    var varying: PastAdjustment { own.variance > 0 ? own : both }
}

/// Means, variances and covariances of one group's totals.
struct Moments {
    let totals: GroupTotals
    let estimator: Estimator

    private var n: Double { Double(totals.units) }

    var isFinite: Bool {
        let sums = [totals.sum, totals.sumSquares, totals.denominator.sum, totals.denominator.sumSquares]
        let others = [
            totals.denominator.productSum, totals.past.sum, totals.past.sumSquares, totals.past.productSum,
        ]
        return (sums + others).allSatisfy(\.isFinite)
    }

    /// The mean of the values; for a ratio, the quotient of the two sums. 0 if the divisor is 0.
    var mean: Double {
        let divisor = estimator == .ratio ? totals.denominator.sum.value : n
        return divisor == 0 ? 0 : totals.sum.value / divisor
    }

    /// The variance of one unit's value; 0 if there are too few units.
    var variance: Double {
        switch estimator {
        case .proportion: return mean * (1 - mean)
        case .mean: return valueVariance
        case .ratio:
            let denominatorMean = totals.denominator.sum.value / n
            guard totals.units > 1, denominatorMean != 0 else { return 0 }
            return residualSquares / (n - 1) / (denominatorMean * denominatorMean)
        }
    }

    /// The sum of (m - R d)² over the units: Σm² - 2 R Σmd + R² Σd², since the mean of m - R d is zero.
    ///
    /// The terms cancel if all units have the same ratio. Multiplied by (Σd)², they need no division, and what remains
    /// below their last digits is a rounding error of the values.
    private var residualSquares: Double {
        let above = totals.sum
        let below = totals.denominator.sum
        let first = below * below * totals.sumSquares
        let middle = above * below * totals.denominator.productSum
        let last = above * above * totals.denominator.sumSquares
        let sum = (first - middle - middle + last).value
        let largest = max(abs(first.value), abs(last.value))
        guard sum > largest * Self.leastDigits else { return 0 }
        return sum / (below.value * below.value)
    }

    /// The share of a sum below which a result is a rounding error.
    private static let leastDigits = 0x1p-80

    private var valueVariance: Double {
        totals.units > 1 ? Self.scatter(totals.sumSquares, totals.sum, totals.sum, n) / (n - 1) : 0
    }

    /// The mean of the past.
    var pastMean: Double { n == 0 ? 0 : totals.past.sum.value / n }

    /// The variance of the past.
    var pastVariance: Double {
        if estimator == .proportion { return pastMean * (1 - pastMean) }
        guard totals.units > 1 else { return 0 }
        return Self.scatter(totals.past.sumSquares, totals.past.sum, totals.past.sum, n) / (n - 1)
    }

    /// The covariance of the value and the past.
    var pastCovariance: Double { covariance(totals.past) }

    /// Returns the covariance of the value and a second number. For two proportions, it is divided in the same way as
    /// their variances.
    private func covariance(_ second: PairedSums) -> Double {
        guard totals.units > 1 else { return 0 }
        return Self.scatter(second.productSum, totals.sum, second.sum, n)
            / (estimator == .proportion ? n : n - 1)
    }

    /// Returns Σab - Σa Σb / n. Nearly all digits may cancel.
    ///
    /// A result below the last digits of the sums is a rounding error, and counts as zero.
    private static func scatter(_ products: PreciseSum, _ a: PreciseSum, _ b: PreciseSum, _ n: Double)
        -> Double
    {
        let scatter = (products - a * b / n).value
        return abs(scatter) <= abs(products.value) * leastDigits ? 0 : scatter
    }
}

/// Subtracts from a group's values the part predicted by the time before the first exposure.
struct PastAdjustment {
    let moments: Moments
    private let theta: Double

    init(_ moments: Moments, _ theta: Double?) {
        (self.moments, self.theta) = (moments, theta ?? 0)
    }

    /// Returns Cov(past, value)/Var(past) over both groups together; nil for ratios, and if one of the two does not
    /// vary.
    static func theta(_ control: GroupTotals, _ treatment: GroupTotals, estimator: Estimator) -> Double? {
        guard estimator != .ratio, control.past != PairedSums() || treatment.past != PairedSums() else {
            return nil
        }
        let joint = Moments(totals: control + treatment, estimator: estimator)
        let spread = joint.pastVariance
        guard joint.variance > 0, spread > 0 else { return nil }
        let theta = joint.pastCovariance / spread
        return theta.isFinite ? theta : nil
    }

    /// The mean of the values minus the predicted part.
    var adjustedMean: Double { theta == 0 ? moments.mean : moments.mean - theta * moments.pastMean }

    /// The variance of one unit's value minus the predicted part.
    var variance: Double { variance(scale: 1) }

    var estimate: GroupEstimate {
        GroupEstimate(
            units: moments.totals.units, mean: moments.mean, adjustedMean: adjustedMean, variance: variance)
    }

    /// Returns the variance of `scale` times the value, minus the predicted part.
    func variance(scale: Double) -> Double {
        let own = scale * scale * moments.variance
        guard theta != 0 else { return own }
        let rest = own + theta * theta * moments.pastVariance - 2 * theta * scale * moments.pastCovariance
        // If the past predicts every value, only rounding errors remain.
        return rest > own * 1e-12 ? rest : 0
    }

    /// The covariance of the adjusted value and the value itself.
    var covarianceWithValue: Double {
        theta == 0 ? moments.variance : moments.variance - theta * moments.pastCovariance
    }
}
