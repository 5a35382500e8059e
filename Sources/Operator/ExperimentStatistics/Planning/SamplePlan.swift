import Foundation

/// Computes how many users an experiment needs to detect an effect, and which effect a number of users can show.
///
/// The standard error of the difference must be at most the effect divided by (k + z). Here z is the normal quantile of
/// the power, and k is the half width of the interval in standard errors. For a single look, k is the normal quantile
/// of 1 - α/2; for any number of looks, it is that of the ``ConfidenceSequence`` at this number of users.
public struct SamplePlan: Sendable, Hashable {
    /// The known values of the control group.
    public enum Baseline: Sendable, Hashable {
        /// The share of users who convert, between 0 and 1.
        case proportion(Double)
        /// The mean of a value, and its standard deviation among users.
        case mean(Double, deviation: Double)
    }

    /// The times of looks.
    public enum Looks: Sendable, Hashable {
        /// Once, at the end.
        case once
        /// At any time. `tuning` is the number of users at which a decision is expected.
        case anyTime(tuning: Double)
    }

    /// The reason why no plan can be made.
    public enum Problem: Error, Sendable, Hashable {
        /// The baseline is not a share between 0 and 1, or not a mean with a deviation above 0.
        case baseline
        /// The effect is zero, not a number, or leads to a share outside of 0 to 1.
        case effect
        /// The level, the power, the share of the treatment or the tuning is out of range.
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
    /// The times of looks.
    public var looks: Looks

    /// Creates a plan.
    public init(
        baseline: Baseline, alpha: Double = 0.05, power: Double = 0.8, treatmentShare: Double = 0.5,
        looks: Looks = .anyTime(tuning: 5000)
    ) {
        (self.baseline, self.alpha, self.power) = (baseline, alpha, power)
        (self.treatmentShare, self.looks) = (treatmentShare, looks)
    }

    /// Returns the number of users that are needed in both groups together to detect an effect.
    ///
    /// - Throws: `Problem` with the reason why no plan can be made.
    public func users(for effect: LeastEffect) throws(Problem) -> Int {
        try check()
        let signed =
            switch effect {
            case .lift(let share): share * mean
            case .difference(let difference): difference
            }
        let difference = abs(signed)
        guard difference > 0, difference.isFinite else { throw .effect }
        guard let variance = variance(at: signed) else { throw .effect }
        var users = 1.0
        // k hardly depends on the users: a few rounds settle it.
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
            // Of two effects of the same size, the larger share varies less or more; the upward one is meant.
            guard let variance = variance(at: difference) else { throw .outOfReach }
            difference = (variance / Double(users)).squareRoot() * reach(Double(users))
        }
        return difference
    }

    /// The mean of control.
    public var mean: Double {
        switch baseline {
        case .proportion(let share): share
        case .mean(let mean, _): mean
        }
    }

    /// How many standard errors an effect must be away from zero.
    private func reach(_ users: Double) -> Double {
        let power = NormalDistribution.quantile(upperTail: 1 - power)
        return switch looks {
        case .once: NormalDistribution.quantile(upperTail: alpha / 2) + power
        case .anyTime(let tuning):
            (ConfidenceSequence(alpha: alpha, tuning: tuning)?.multiplier(units: users) ?? .infinity) + power
        }
    }

    /// The variance of the difference, times the users of both groups; nil where the treatment's share would be none.
    private func variance(at difference: Double) -> Double? {
        switch baseline {
        case .mean(_, let deviation):
            return deviation * deviation * (1 / (1 - treatmentShare) + 1 / treatmentShare)
        case .proportion(let share):
            let other = share + difference
            guard other >= 0, other <= 1 else { return nil }
            return share * (1 - share) / (1 - treatmentShare) + other * (1 - other) / treatmentShare
        }
    }

    private func check() throws(Problem) {
        switch baseline {
        case .proportion(let share): guard share > 0, share < 1 else { throw .baseline }
        case .mean(let mean, let deviation):
            guard mean.isFinite, deviation > 0, deviation * deviation > 0, (deviation * deviation).isFinite else {
                throw .baseline
            }
        }
        guard alpha > 0, alpha < 1, power > 0.5, power < 1, treatmentShare > 0, treatmentShare < 1 else {
            throw .design
        }
        if case .anyTime(let tuning) = looks, ConfidenceSequence(alpha: alpha, tuning: tuning) == nil { throw .design }
    }
}
