/// Data that are missing for a verdict.
public enum MissingData: Sendable, Hashable {
    /// This number of further units in a group, and the days until then at the present rate.
    case units(group: Int, count: Int, days: Double?)
    /// This number of further units in control and a group together whose value for a metric is not 0, and the days
    /// until then.
    case conversions(metric: Int, group: Int, count: Int, days: Double?)
    /// This number of further days.
    case time(days: Double)
    /// Users whose window is over. The others are still open.
    case windows(metric: Int, OpenWindows)

    /// Whether it is missing for one metric alone.
    var isOfMetric: Bool {
        switch self {
        case .conversions, .windows: true
        case .units, .time: false
        }
    }

    /// Returns everything that two groups lack.
    ///
    /// The necessary number of units with a value is computed from the rate of both groups together. If one group has
    /// nearly none while the other has many, that is an effect that the experiment should find.
    ///
    /// - Parameter waiting: the users whose window is not over; nil if users do not have to wait.
    static func all(
        _ minimum: MinimumData, _ totals: GroupPair, control: Int, cell: (metric: Int, group: Int),
        days: Double,
        waiting: OpenWindows? = nil
    ) -> [MissingData] {
        var missing: [MissingData] = []
        // Users who are there, but not finished, are not missing.
        if let waiting, waiting.users > 0, min(totals.control.units, totals.treatment.units) < minimum.units {
            return [.windows(metric: cell.metric, waiting)]
        }
        for (group, totals) in [(control, totals.control), (cell.group, totals.treatment)] {
            if let count = lack(totals.units, of: minimum.units) {
                missing.append(
                    .units(group: group, count: count, days: wait(count, totals.units, days: days)))
            }
        }
        let has = max(0, totals.control.unitsWithValue).clampedSum(max(0, totals.treatment.unitsWithValue))
        if let count = lack(has, of: conversions(minimum.conversions, totals)) {
            missing.append(
                .conversions(
                    metric: cell.metric, group: cell.group, count: count, days: wait(count, has, days: days)))
        }
        let left = minimum.days - days
        if !(left <= 0) { missing.append(.time(days: left.isNaN ? minimum.days : left)) }
        return missing
    }

    /// Returns the number that both groups together need, so that the smaller one can be expected to have the minimum.
    private static func conversions(_ least: Int, _ totals: GroupPair) -> Int {
        let (a, b) = (Double(max(0, totals.control.units)), Double(max(0, totals.treatment.units)))
        // If a group has no units yet, assume equal groups.
        let share = min(a, b) > 0 ? min(a, b) / (a + b) : 0.5
        return Int(nearest: (Double(max(0, least)) / share).rounded(.up))
    }

    private static func lack(_ has: Int, of needed: Int) -> Int? {
        let has = max(0, has)
        return has < needed ? needed - has : nil
    }

    /// Returns the number of days until `count` more arrive, if `has` arrived in `days`.
    private static func wait(_ count: Int, _ has: Int, days: Double) -> Double? {
        has > 0 && days > 0 && days.isFinite ? Double(count) / Double(has) * days : nil
    }
}
