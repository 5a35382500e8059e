/// Computes how many users an experiment needs to detect an effect, and which effect a number of users can show.
///
/// The standard error of the difference must be at most the effect divided by (k + z). Here z is the normal quantile of
/// the power, and k is the half width of the interval in standard errors. For a single look, k is the normal quantile
/// of 1 - α/2; for any number of looks, it is that of the ``ConfidenceSequence`` at this number of users. With several
/// comparisons, α is divided by their number, as in Holm's correction.
public struct SamplePlan: Sendable, Hashable {
    /// The known values of the control group.
    public enum Baseline: Sendable, Hashable {
        /// The share of users who convert, between 0 and 1.
        case proportion(Double)
        /// The mean of a value, and its standard deviation among users.
        case mean(Double, deviation: Double)

        /// The baseline of a ratio of two sums over users, such as clicks per view, by the delta method.
        ///
        /// - Parameters:
        ///   - ratio: the sum of the numerators divided by the sum of the denominators.
        ///   - deviation: the standard deviation of a user's numerator.
        ///   - denominator: the mean of a user's denominator, and its standard deviation.
        ///   - correlation: the correlation of a user's numerator and denominator, from -1 to 1.
        /// - Returns: the mean, with the deviation of one user's part of it. It is not a number if the denominator is 0.
        public static func ratio(
            _ ratio: Double, deviation: Double, denominator: (mean: Double, deviation: Double),
            correlation: Double
        ) -> Baseline {
            let other = ratio * denominator.deviation
            let variance = deviation * deviation - 2 * correlation * deviation * other + other * other
            return .mean(ratio, deviation: max(0, variance).squareRoot() / abs(denominator.mean))
        }
    }

    /// When to look at the results.
    public enum Looks: Sendable, Hashable {
        /// Once, at the end.
        case once
        /// At any time. `tuning` is the number of effective users at which a decision is expected: see
        /// ``SamplePlan/effectiveUsers(_:)``.
        case anyTime(tuning: Double)
    }

    /// The reason why no plan can be made.
    public enum Problem: Error, Sendable, Hashable {
        /// The baseline is not a share between 0 and 1, or not a mean with a deviation above 0.
        case baseline
        /// The effect is zero, not a number, or leads to a share outside of 0 to 1.
        case effect
        /// The level, the power, the share of the treatment, the tuning or the number of comparisons is out of range.
        case design
        /// Too many users would be needed.
        case outOfReach
    }

    /// The known values of the control group.
    public var baseline: Baseline
    /// The probability of a false alarm.
    public var alpha: Double
    /// The probability of detecting an effect that exists.
    public var power: Double
    /// The share of the users of the two groups who get the treatment.
    public var treatmentShare: Double
    /// When to look at the results.
    public var looks: Looks
    /// The number of comparisons that decide together: goals times treatments.
    public var comparisons: Int
    /// The share of the variance that the adjustment for earlier behavior leaves: 1 without an adjustment.
    public var remainingVariance = 1.0

    /// Creates a plan.
    public init(
        baseline: Baseline, alpha: Double = 0.05, power: Double = 0.8, treatmentShare: Double = 0.5,
        looks: Looks = .anyTime(tuning: 5000), comparisons: Int = 1
    ) {
        (self.baseline, self.alpha, self.power) = (baseline, alpha, power)
        (self.treatmentShare, self.looks, self.comparisons) = (treatmentShare, looks, comparisons)
    }

    /// The level of one comparison.
    public var level: Double { alpha / Double(max(1, comparisons)) }

    /// Returns the number of users that are needed in both groups together to detect an effect.
    ///
    /// - Throws: `Problem` with the reason why no plan can be made.
    public func users(for effect: LeastEffect) throws(Problem) -> Int {
        try check()
        let signed = effect.signedDifference(from: mean)
        let difference = abs(signed)
        guard difference > 0, difference.isFinite else { throw .effect }
        guard let variance = variance(at: signed) else { throw .effect }
        var users = 1.0
        // k hardly depends on the number of users, so a few rounds are enough.
        for _ in 0..<60 {
            let errors = reach(users) / difference
            let next = max(2, variance * errors * errors)
            guard next < 1e15 else { throw .outOfReach }
            if abs(next - users) < 1e-9 * next { break }
            users = next
        }
        return Int(nearest: users.rounded(.up))
    }

    /// Returns the smallest difference from the control mean that this number of users in both groups together can
    /// show.
    ///
    /// - Throws: `Problem` with the reason why no plan can be made.
    public func difference(users: Int) throws(Problem) -> Double {
        try check()
        guard users > 1 else { throw .outOfReach }
        var difference = 0.0
        for _ in 0..<60 {
            // Two effects of the same size in opposite directions have different variances. The upward one is used.
            guard let variance = variance(at: difference) else { throw .outOfReach }
            difference = (variance / Double(users)).squareRoot() * reach(Double(users))
        }
        return difference
    }

    /// Returns the plan whose tuning is the number of users that it needs, so that it needs the fewest; for a single
    /// look, returns the plan unchanged.
    ///
    /// - Throws: `Problem` with the reason why no plan can be made.
    public func tuned(for effect: LeastEffect) throws(Problem) -> SamplePlan {
        guard looks != .once else { return self }
        var plan = self
        for _ in 0..<20 {
            let users = effectiveUsers(Double(try plan.users(for: effect))).rounded()
            if plan.looks == .anyTime(tuning: users) { break }
            plan.looks = .anyTime(tuning: users)
        }
        return plan
    }

    /// The mean of control.
    public var mean: Double {
        switch baseline {
        case .proportion(let share): share
        case .mean(let mean, _): mean
        }
    }

    /// Returns the number of users that two groups of the same size would need for the same information as a number of
    /// users with this split: 4 n₁ n₂/(n₁ + n₂).
    public func effectiveUsers(_ users: Double) -> Double {
        4 * treatmentShare * (1 - treatmentShare) * users
    }

    /// Returns the number of standard errors by which an effect must differ from zero.
    private func reach(_ users: Double) -> Double {
        let power = NormalDistribution.quantile(upperTail: 1 - power)
        return switch looks {
        case .once: NormalDistribution.quantile(upperTail: level / 2) + power
        case .anyTime(let tuning):
            // The tuning is that of the experiment's level, as in its results.
            (ConfidenceSequence(alpha: alpha, tuning: tuning)?.at(level)?
                .multiplier(units: effectiveUsers(users)) ?? .infinity) + power
        }
    }

    /// Returns the variance of the difference, times the users of both groups; nil if no user would get the treatment.
    private func variance(at difference: Double) -> Double? {
        var (control, treatment): (Double, Double)
        switch baseline {
        case .mean(_, let deviation): (control, treatment) = (deviation * deviation, deviation * deviation)
        case .proportion(let share):
            let other = share + difference
            guard other >= 0, other <= 1 else { return nil }
            (control, treatment) = (share * (1 - share), other * (1 - other))
        }
        if looks != .once {
            // The deciding variance is at least that of both groups together: see `decidingDifference`.
            let within = (1 - treatmentShare) * control + treatmentShare * treatment
            let both = within + treatmentShare * (1 - treatmentShare) * difference * difference
            (control, treatment) = (max(control, both), max(treatment, both))
        }
        return remainingVariance * (control / (1 - treatmentShare) + treatment / treatmentShare)
    }

    private func check() throws(Problem) {
        switch baseline {
        case .proportion(let share): guard share > 0, share < 1 else { throw .baseline }
        case .mean(let mean, let deviation):
            guard mean.isFinite, deviation > 0, deviation * deviation > 0, (deviation * deviation).isFinite
            else {
                throw .baseline
            }
        }
        guard remainingVariance > 0, remainingVariance <= 1, alpha > 0, alpha < 1, power > 0.5, power < 1,
            treatmentShare > 0, treatmentShare < 1, comparisons > 0
        else { throw .design }
        if case .anyTime(let tuning) = looks, ConfidenceSequence(alpha: alpha, tuning: tuning) == nil {
            throw .design
        }
    }
}
