import ExperimentStatistics

/// The unit of an effect.
package enum EffectUnit: Sendable, Hashable {
    /// Shares of control's mean: `+6.4%`.
    case lift
    /// Differences of shares, in percentage points: `+0.64 pp`.
    case points
    /// Differences in the metric's own unit: `+0.64`.
    case value

    /// The unit of a metric's effects.
    package init(isLift: Bool, of kind: MetricKind) {
        self = isLift ? .lift : kind == .proportion ? .points : .value
    }

    /// Returns an effect with its sign and its unit.
    package func text(_ effect: Double) -> String {
        switch self {
        case .lift: FigureText.signedPercent(effect)
        case .points: FigureText.signedPoints(effect)
        case .value: FigureText.signed(effect)
        }
    }

    /// Returns both bounds of an interval: `-2.1% to +15%`.
    package func text(_ interval: Interval) -> String { "\(text(interval.lower)) to \(text(interval.upper))" }
}

/// A measured effect with the interval that is not ruled out, as shares of control's mean if possible, otherwise as
/// differences.
package struct EffectRange: Sendable, Hashable {
    /// The effect as measured now.
    package let seen: Double
    /// The interval that no look has ruled out.
    package let possible: Interval
    /// The unit of both.
    package let unit: EffectUnit

    /// Creates a range from a measured effect and its interval.
    package init(seen: Double, possible: Interval, unit: EffectUnit) {
        self.seen = seen
        self.possible = possible
        self.unit = unit
    }

    init?(_ treatment: TreatmentResult, of kind: MetricKind) {
        guard let comparison = treatment.comparison else { return nil }
        if let lift = comparison.lift, treatment.lift.isFinite {
            self.init(seen: lift.value, possible: treatment.lift, unit: .lift)
        } else if let lift = comparison.lift, treatment.difference == .everything {
            self.init(seen: lift.value, possible: .everything, unit: .lift)
        } else {
            let unit = EffectUnit(isLift: false, of: kind)
            self.init(seen: comparison.difference.value, possible: treatment.difference, unit: unit)
        }
    }

    /// Whether both are shares of control's mean.
    package var isLift: Bool { unit == .lift }

    /// The measured effect: `+6.4%`.
    package var seenText: String { unit.text(seen) }

    /// The interval: `-2.1% to +15%`; nil if nothing is ruled out.
    package var rangeText: String? { possible == .everything ? nil : unit.text(possible) }
}

/// The scales of the intervals, which include zero. Intervals with the same unit have the same scale, so that they can
/// be compared.
package struct EffectScales {
    /// The values at the left and the right edge for shares of control's mean.
    package let lifts: ClosedRange<Double>
    private let differences: [String: ClosedRange<Double>]

    /// The factor relative to the usual reach above which an interval does not affect the scale. Otherwise the others
    /// would be too short to compare.
    private static let outlier = 4.0

    package init(_ lines: [MetricLine]) {
        lifts = Self.scale(lines.compactMap(\.effect).filter(\.isLift))
        let others = Dictionary(grouping: lines.filter { $0.effect?.isLift == false }, by: \.metric.name)
        differences = others.mapValues { Self.scale($0.compactMap(\.effect)) }
    }

    static func scale(_ effects: [EffectRange]) -> ClosedRange<Double> {
        func reach(_ numbers: [Double]) -> Double {
            numbers.filter(\.isFinite).reduce(0) { max($0, abs($1)) }
        }
        let reaches = effects.map { reach([$0.possible.lower, $0.possible.upper, $0.seen]) }.sorted()
        let usual = reaches.isEmpty ? 0 : reaches[reaches.count / 2]
        let seen = effects.map(\.seen).filter(\.isFinite)
        let limit = max(usual * outlier, reach(seen))
        let ends = effects.flatMap { [$0.possible.lower, $0.possible.upper] }.filter(\.isFinite)
        let numbers = seen + ends.map { min(max($0, -limit), limit) }
        let (low, high) = (min(0, numbers.min() ?? 0), max(0, numbers.max() ?? 0))
        return low < high ? low...high : -1...1
    }

    /// Returns the values at the left and the right edge.
    package func scale(of line: MetricLine) -> ClosedRange<Double> {
        line.effect?.isLift ?? true ? lifts : differences[line.metric.name] ?? -1...1
    }
}
