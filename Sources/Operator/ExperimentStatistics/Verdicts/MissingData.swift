/// Data that are missing for a verdict.
public enum MissingData: Sendable, Hashable {
    /// This number of further units in a group, and the days until then at the present rate.
    case units(group: Int, count: Int, days: Double?)
    /// This number of further units in control and a group together whose value for a metric is not 0, and the days
    /// until then.
    case conversions(metric: Int, group: Int, count: Int, days: Double?)
    /// This number of further days.
    case time(days: Double)

    /// Whether it is missing for one metric alone.
    var isOfMetric: Bool {
        if case .conversions = self { true } else { false }
    }

    /// Returns everything that two groups lack.
    ///
    /// How many units with a value there must be in each group is asked of the rate of both together. A group that has
    /// next to none of them, while the other has many, is what the experiment is to find.
    static func all(
        _ minimum: MinimumData, _ totals: GroupPair, control: Int, cell: (metric: Int, group: Int), days: Double
    ) -> [MissingData] {
        var missing: [MissingData] = []
        for (group, totals) in [(control, totals.control), (cell.group, totals.treatment)] {
            if let count = lack(totals.units, of: minimum.units) {
                missing.append(.units(group: group, count: count, days: wait(count, totals.units, days: days)))
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

    /// How many both groups together must have, so that the smaller one can be expected to have the least number.
    private static func conversions(_ least: Int, _ totals: GroupPair) -> Int {
        let (a, b) = (Double(max(0, totals.control.units)), Double(max(0, totals.treatment.units)))
        // Of a group without units nothing is known, except that there will be two.
        let share = min(a, b) > 0 ? min(a, b) / (a + b) : 0.5
        return Int(nearest: (Double(max(0, least)) / share).rounded(.up))
    }

    private static func lack(_ has: Int, of needed: Int) -> Int? {
        let has = max(0, has)
        return has < needed ? needed - has : nil
    }

    /// The days that it takes until `count` more have come, if `has` came in `days`.
    private static func wait(_ count: Int, _ has: Int, days: Double) -> Double? {
        has > 0 && days > 0 && days.isFinite ? Double(count) / Double(has) * days : nil
    }
}
