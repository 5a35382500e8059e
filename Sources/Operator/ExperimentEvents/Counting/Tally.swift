import ExperimentStatistics

/// The totals of one unit's events for one metric of an experiment.
package struct Tally: Sendable, Hashable {
    /// The number of events, or the sum of their values; the numerator of a ratio.
    package var value: Double
    /// The denominator of a ratio, or the number of the values of a mean.
    package var denominator: Double
    /// The same as `value`, of the time before the first exposure.
    package var past: Double

    package init(_ value: Double = 0, denominator: Double = 0, past: Double = 0) {
        (self.value, self.denominator, self.past) = (value, denominator, past)
    }

    /// Whether nothing was added.
    package var isEmpty: Bool { value == 0 && denominator == 0 && past == 0 }

    static func + (a: Tally, b: Tally) -> Tally {
        Tally(a.value + b.value, denominator: a.denominator + b.denominator, past: a.past + b.past)
    }

    static func - (a: Tally, b: Tally) -> Tally {
        Tally(a.value - b.value, denominator: a.denominator - b.denominator, past: a.past - b.past)
    }

    /// The value that a metric makes of it.
    ///
    /// - Parameter cap: the most that a unit counts.
    package func unitValue(_ kind: MetricKind, cap: Double?) -> UnitValue {
        func capped(_ value: Double) -> Double { cap.map { min(value, $0) } ?? value }
        switch kind {
        // Less than half an event is what rounding left of none.
        case .proportion: return UnitValue(value > 0.5 ? 1 : 0, past: past > 0.5 ? 1 : 0)
        case .count, .sum: return UnitValue(capped(value), past: capped(past))
        case .mean, .ratio: return UnitValue(capped(value), denominator: denominator)
        }
    }
}
