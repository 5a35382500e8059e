/// The totals of control and of one treatment, of the users who came while one split of users applied.
///
/// Groups are compared within such phases. If the share of a group changed during the experiment, the users of one phase
/// differ from those of another in more than their group: in a sale, in a season, in the version of the app.
struct GroupPair {
    let control: GroupTotals
    let treatment: GroupTotals

    /// How much the phase tells of the difference: n₁ n₂/(n₁ + n₂), which is the reciprocal of the variance of a
    /// difference of means, up to the variance of one value. It is 0 if a group has no users.
    var weight: Double {
        let (a, b) = (Double(max(0, control.units)), Double(max(0, treatment.units)))
        return a + b > 0 ? a * b / (a + b) : 0
    }

    /// Whether both groups have a mean: a ratio has none without denominators.
    func isComparable(_ estimator: Estimator) -> Bool {
        weight > 0
            && (estimator != .ratio || control.denominator.sum.value != 0 && treatment.denominator.sum.value != 0)
    }

    /// Returns the totals of all phases together.
    static func sum(_ pairs: [GroupPair]) -> GroupPair {
        GroupPair(
            control: pairs.reduce(GroupTotals()) { $0 + $1.control },
            treatment: pairs.reduce(GroupTotals()) { $0 + $1.treatment })
    }
}

/// One group of one phase: its mean, and the variances that may be taken for it.
struct PhaseGroup {
    /// The number of units.
    let units: Double
    /// The group's own moments.
    let own: PastAdjustment
    /// Those of both groups together.
    let both: PastAdjustment

    init(_ totals: GroupTotals, both: PastAdjustment, _ estimator: Estimator, theta: Double?) {
        units = Double(totals.units)
        own = PastAdjustment(Moments(totals: totals, estimator: estimator), theta)
        self.both = both
    }

    /// The group's own moments, unless nothing varies in it.
    var varying: PastAdjustment { own.variance > 0 ? own : both }
}
