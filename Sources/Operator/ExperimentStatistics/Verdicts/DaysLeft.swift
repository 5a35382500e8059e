/// The time until a difference that matters would be detected, with a probability of 80 %.
public enum DaysLeft: Sendable, Hashable {
    /// About this number of days, if users come as they did recently.
    case days(Int)
    /// More than ninety days.
    case notWithThisTraffic
    /// There are fewer than three days of data.
    case tooSoon
    /// No new users came lately.
    case noNewUsers
    /// There is no difference to wait for, for example because control's mean is zero.
    case unknown

    /// Foretells the days.
    ///
    /// The standard error must come down to the effect over (k + 0.84), k being that of the sequence at the units that this
    /// takes, and 0.84 the normal quantile of 80 %.
    ///
    /// - Parameters:
    ///   - effect: the least difference that matters.
    ///   - usersPerDay: the users of the two groups who come a day.
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
        let (now, error) = (comparison.units, comparison.decidingDifference.standardError)
        var needed = now
        // k hardly depends on the units: a few rounds settle it.
        for _ in 0..<12 {
            let share = error * (sequence.multiplier(units: needed) + Self.powerQuantile) / effect
            needed = now * share * share
        }
        let left = (max(0, needed - now) / usersPerDay).rounded(.up)
        self = left <= 90 ? .days(max(1, Int(nearest: left))) : .notWithThisTraffic
    }

    /// The normal quantile of 80 %.
    private static let powerQuantile = 0.841_621_233_572_914_3
}
