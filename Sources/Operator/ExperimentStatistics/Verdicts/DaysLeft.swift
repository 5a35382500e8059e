/// The time until a difference that matters would be detected, with a probability of 80%.
public enum DaysLeft: Sendable, Hashable {
    /// About this number of days, if new users keep arriving at the recent rate.
    case days(Int)
    /// More than ninety days.
    case notWithThisTraffic
    /// There are fewer than three days of data.
    case tooSoon
    /// There are no recent new users.
    case noNewUsers
    /// There is no difference to wait for, for example because control's mean is zero.
    case unknown

    /// Estimates the days.
    ///
    /// The standard error must decrease to the effect divided by (k + 0.84). Here k is the multiplier of the sequence
    /// at the required number of units, and 0.84 the normal quantile of 80%.
    ///
    /// - Parameters:
    ///   - effect: the smallest difference that matters.
    ///   - usersPerDay: the number of new users in the two groups per day.
    init(
        for effect: Double?, _ comparison: GroupComparison, _ sequence: ConfidenceSequence?, days: Double,
        usersPerDay: Double
    ) {
        guard days >= 3 else {
            self = .tooSoon
            return
        }
        guard let effect, let sequence, usersPerDay >= 0, usersPerDay.isFinite else {
            self = .unknown
            return
        }
        guard usersPerDay > 0 else {
            self = .noNewUsers
            return
        }
        let now = comparison.effectiveUnits
        let needed = sequence.units(for: effect, comparison.decidingDifference.standardError, at: now)
        let users = max(0, needed - now) * comparison.units / now
        let left = (users / usersPerDay).rounded(.up)
        self = left <= 90 ? .days(max(1, Int(nearest: left))) : .notWithThisTraffic
    }
}
