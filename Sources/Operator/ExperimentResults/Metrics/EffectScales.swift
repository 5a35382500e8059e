import ExperimentStatistics

/// The scales of the intervals: how far the largest effect reaches from zero, which is in the middle. Intervals in the
/// same unit have the same scale, so that they can be compared.
package struct EffectScales {
    private var lift = 0.0
    private var differences: [String: Double] = [:]

    package init(_ lines: [MetricLine]) {
        for line in lines {
            guard let effect = line.effect else { continue }
            let bounds = [effect.possible.lower, effect.possible.upper, effect.seen].filter(\.isFinite).map(abs)
            let largest = bounds.max() ?? 0
            if effect.isLift {
                lift = max(lift, largest)
            } else {
                differences[line.metric.name] = max(differences[line.metric.name] ?? 0, largest)
            }
        }
    }

    /// The values at the left and the right edge.
    package func scale(of line: MetricLine) -> ClosedRange<Double> {
        let reach = line.effect?.isLift ?? true ? lift : differences[line.metric.name] ?? 0
        return reach > 0 ? -reach...reach : -1...1
    }
}
