import ExperimentStatistics

/// An effect with what is not ruled out, as shares of control's mean where there are such, else as differences.
package struct EffectRange: Sendable, Hashable {
    /// The effect as seen now.
    package let seen: Double
    /// What is not ruled out by any look.
    package let possible: Interval
    /// Whether both are shares of control's mean.
    package let isLift: Bool

    /// An effect that was seen, with what is possible.
    package init(seen: Double, possible: Interval, isLift: Bool) {
        (self.seen, self.possible, self.isLift) = (seen, possible, isLift)
    }

    init?(_ treatment: TreatmentResult) {
        guard let comparison = treatment.comparison else { return nil }
        if let lift = comparison.lift, treatment.lift.isFinite {
            self.init(seen: lift.value, possible: treatment.lift, isLift: true)
        } else if let lift = comparison.lift, treatment.difference == .everything {
            self.init(seen: lift.value, possible: .everything, isLift: true)
        } else {
            self.init(seen: comparison.difference.value, possible: treatment.difference, isLift: false)
        }
    }

    /// What is seen: `+6.4 %`.
    package var seenText: String { text(seen) }

    /// What is possible: `-2.1 % to +15 %`; nil if nothing is ruled out.
    package var rangeText: String? {
        possible == .everything ? nil : "\(text(possible.lower)) to \(text(possible.upper))"
    }

    private func text(_ value: Double) -> String {
        isLift ? FigureText.signedPercent(value) : FigureText.signed(value)
    }
}
