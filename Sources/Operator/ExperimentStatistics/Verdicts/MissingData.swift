/// Data that are missing for a verdict.
public enum MissingData: Sendable, Hashable {
    /// This number of further units in a group, and the days until then at the present rate.
    case units(group: Int, count: Int, days: Double?)
    /// This number of further units in a group whose value for a metric is not 0, and the days until then.
    case conversions(metric: Int, group: Int, count: Int, days: Double?)
    /// This number of further days.
    case time(days: Double)

    /// Whether it is missing for one metric alone.
    var isOfMetric: Bool {
        if case .conversions = self { true } else { false }
    }

    /// Returns everything that two groups lack.
    static func all(
        _ minimum: MinimumData, _ groups: [(place: Int, totals: GroupTotals)], metric: Int, days: Double
    ) -> [MissingData] {
        var missing: [MissingData] = []
        for (group, totals) in groups {
            if let count = lack(totals.units, of: minimum.units) {
                missing.append(.units(group: group, count: count, days: wait(count, totals.units, days)))
            }
            let has = totals.unitsWithValue
            if let count = lack(has, of: minimum.conversions) {
                missing.append(
                    .conversions(metric: metric, group: group, count: count, days: wait(count, has, days)))
            }
        }
        let left = minimum.days - days
        if !(left <= 0) { missing.append(.time(days: left.isNaN ? minimum.days : left)) }
        return missing
    }

    private static func lack(_ has: Int, of needed: Int) -> Int? {
        let has = max(0, has)
        return has < needed ? needed - has : nil
    }

    /// The days that it takes until `count` more have come, if `has` came in `days`.
    private static func wait(_ count: Int, _ has: Int, _ days: Double) -> Double? {
        has > 0 && days > 0 && days.isFinite ? Double(count) / Double(has) * days : nil
    }
}
