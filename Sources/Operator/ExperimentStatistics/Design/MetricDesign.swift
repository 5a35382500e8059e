/// What is counted of each unit's events.
public enum MetricKind: String, Sendable, Hashable, CaseIterable {
    /// Whether there is an event at all.
    case proportion
    /// How many events there are.
    case count
    /// The sum of the events' values.
    case sum
    /// The mean of the events' values: a ratio of their sum and their count, because it is units that are independent.
    case mean
    /// A sum over another, such as clicks per view.
    case ratio

    /// How the mean of a group is had from its totals.
    public var estimator: Estimator {
        switch self {
        case .proportion: .proportion
        case .count, .sum: .mean
        case .mean, .ratio: .ratio
        }
    }
}

/// What a metric is looked at for.
public enum MetricRole: String, Sendable, Hashable, CaseIterable {
    /// It decides.
    case goal
    /// It must not get worse.
    case guardrail
    /// It is shown.
    case secondary
}

/// The least effect that matters.
public enum LeastEffect: Sendable, Hashable {
    /// A share of control's mean: 0.05 for 5 %.
    case lift(Double)
    /// A difference from control's mean, in the metric's unit.
    case difference(Double)

    /// The effect as a difference from a control with this mean; nil where it is none.
    public func difference(from baseline: Double) -> Double? {
        let value =
            switch self {
            case .lift(let share): abs(share * baseline)
            case .difference(let difference): abs(difference)
            }
        return value > 0 && value.isFinite ? value : nil
    }
}

/// How a metric is judged.
public struct MetricDesign: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// What is counted.
    public var kind: MetricKind
    /// Which way is better.
    public var direction: Direction
    /// What it is looked at for.
    public var role: MetricRole
    /// The most that one unit's value counts.
    public var cap: Cap?
    /// The least effect that matters; nil where nobody said, and then no result is called "no difference that matters".
    public var leastEffect: LeastEffect?

    /// A metric.
    public init(
        name: String, kind: MetricKind = .proportion, direction: Direction = .up, role: MetricRole = .goal,
        cap: Cap? = nil, leastEffect: LeastEffect? = nil
    ) {
        (self.name, self.kind, self.direction, self.role) = (name, kind, direction, role)
        (self.cap, self.leastEffect) = (cap, leastEffect)
    }
}
