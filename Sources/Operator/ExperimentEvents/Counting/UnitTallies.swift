import ExperimentStatistics

/// The actions of a unit in an experiment, by the numbers of metrics. Metrics without an action are not included.
package struct UnitTallies: Sendable, Hashable {
    /// The number of a metric, and its tally.
    package struct Entry: Sendable, Hashable {
        package let metric: Int
        package var tally: Tally

        package init(metric: Int, tally: Tally) { (self.metric, self.tally) = (metric, tally) }
    }

    /// The entries in the order of the metrics' numbers. There are few, so a linear search is faster than a table.
    package private(set) var entries: [Entry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(metric: Int) -> Tally {
        get { entries.first { $0.metric == metric }?.tally ?? Tally() }
        set {
            let place = entries.firstIndex { $0.metric >= metric } ?? entries.endIndex
            let isKnown = place < entries.endIndex && entries[place].metric == metric
            switch (isKnown, newValue.isEmpty) {
            case (true, false): entries[place].tally = newValue
            case (true, true): entries.remove(at: place)
            case (false, false): entries.insert(Entry(metric: metric, tally: newValue), at: place)
            case (false, true): break
            }
        }
    }
}

/// The totals of one unit's events for one metric of an experiment. The sums are exact, so that they are zero after
/// everything added was removed.
package struct Tally: Sendable, Hashable {
    /// The number of events, or the sum of their values; the numerator of a ratio.
    package var values: PreciseSum
    /// The denominator of a ratio, or the number of the values of a mean.
    package var denominators: PreciseSum
    /// The same as `values`, for the time before the first exposure.
    package var pasts: PreciseSum

    package init(_ values: PreciseSum, denominators: PreciseSum, pasts: PreciseSum) {
        (self.values, self.denominators, self.pasts) = (values, denominators, pasts)
    }

    package init(_ value: Double = 0, denominator: Double = 0, past: Double = 0) {
        self.init(PreciseSum(value), denominators: PreciseSum(denominator), pasts: PreciseSum(past))
    }

    /// The sums, each rounded to a single number.
    package var value: Double { values.value }
    package var denominator: Double { denominators.value }
    package var past: Double { pasts.value }

    /// Whether nothing was added, or all of it was removed.
    package var isEmpty: Bool { value == 0 && denominator == 0 && past == 0 }

    package static func + (a: Tally, b: Tally) -> Tally {
        Tally(a.values + b.values, denominators: a.denominators + b.denominators, pasts: a.pasts + b.pasts)
    }

    /// Returns the value of the unit for a metric.
    ///
    /// - Parameter cap: the largest size of a unit's value, for counts and sums, whatever its sign is. The cap of a mean
    ///   limits each of its values instead.
    package func unitValue(_ kind: MetricKind, cap: Double?) -> UnitValue {
        func capped(_ value: Double) -> Double { cap.map { value.limited(to: $0) } ?? value }
        switch kind {
        case .proportion: return UnitValue(value > 0 ? 1 : 0, past: past > 0 ? 1 : 0)
        case .count, .sum: return UnitValue(capped(value), past: capped(past))
        case .mean, .ratio: return UnitValue(value, denominator: denominator)
        }
    }
}

extension Double {
    /// The number, or the limit with the same sign if that is smaller. A refund may be as extreme as a purchase.
    func limited(to limit: Double) -> Double { Swift.max(-limit, Swift.min(self, limit)) }
}
