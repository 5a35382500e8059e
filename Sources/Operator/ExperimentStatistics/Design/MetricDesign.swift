/// The quantity that is computed from each unit's events.
public enum MetricKind: String, Sendable, Hashable, CaseIterable {
    /// Whether there is any event.
    case proportion
    /// The number of events.
    case count
    /// The sum of the events' values.
    case sum
    /// The mean of the events' values. It is a ratio of their sum and their number, because units, rather than events,
    /// are independent.
    case mean
    /// A ratio of two sums, such as clicks per view.
    case ratio

    /// The estimator for the mean of a group.
    public var estimator: Estimator {
        switch self {
        case .proportion: .proportion
        case .count, .sum: .mean
        case .mean, .ratio: .ratio
        }
    }
}

/// The role of a metric.
public enum MetricRole: String, Sendable, Hashable, CaseIterable {
    /// It decides the verdict.
    case goal
    /// It must not get worse.
    case guardrail
    /// It is only shown.
    case secondary
}

/// The smallest effect that matters.
public enum LeastEffect: Sendable, Hashable {
    /// A share of the control group's mean: 0.05 for 5%.
    case lift(Double)
    /// A difference from the control group's mean, in the metric's unit.
    case difference(Double)

    /// The share or the difference.
    package var size: Double {
        switch self {
        case .lift(let share): share
        case .difference(let difference): difference
        }
    }

    /// Returns the effect as a difference from a control mean; nil if it is not valid.
    public func difference(from baseline: Double) -> Double? {
        let value = abs(signedDifference(from: baseline))
        return value > 0 && value.isFinite ? value : nil
    }

    /// Returns the effect as a difference with its sign. A lift is a share of the absolute value of the control mean, so
    /// that 5% more than -10 is -9.5.
    public func signedDifference(from baseline: Double) -> Double {
        switch self {
        case .lift(let share): share * abs(baseline)
        case .difference(let difference): difference
        }
    }
}

/// The design of a metric.
public struct MetricDesign: Sendable, Hashable {
    /// The name in the project file.
    public var name: String
    /// The quantity that is computed from each unit's events.
    public var kind: MetricKind
    /// The direction in which the metric gets better.
    public var direction: Direction
    /// Whether the metric decides the verdict, must not get worse, or is only shown.
    public var role: MetricRole
    /// The maximum value that counts for one unit; nil for no limit.
    public var cap: Cap?
    /// The smallest effect that matters; nil if none was given. In that case, the verdict is never "no difference that
    /// matters".
    public var leastEffect: LeastEffect?
    /// How much worse a guardrail may become and still be safe.
    public var margin = usualMargin

    /// The margin of a guardrail that declares none: 10% of control's mean.
    public static let usualMargin = LeastEffect.lift(0.1)

    /// Creates the design of a metric.
    public init(
        name: String, kind: MetricKind = .proportion, direction: Direction = .up, role: MetricRole = .goal,
        cap: Cap? = nil, leastEffect: LeastEffect? = nil, margin: LeastEffect = usualMargin
    ) {
        self.name = name
        self.kind = kind
        self.direction = direction
        self.role = role
        self.cap = cap
        self.leastEffect = leastEffect
        self.margin = margin
    }

    /// Returns how bad the effect may be: the bad end of an interval, as a lift or as a difference, like the margin.
    func worst(_ bounds: EffectBounds) -> Double {
        let interval =
            switch margin {
            case .lift: bounds.lift
            case .difference: bounds.difference
            }
        return direction == .down ? interval.upper : interval.lower
    }

    /// Returns whether no effect that is not ruled out is worse than the margin.
    func isSafe(_ bounds: EffectBounds) -> Bool {
        let worst = worst(bounds)
        let limit = abs(margin.size)
        return direction == .down ? worst <= limit : worst >= -limit
    }

    /// Returns whether all effects in two intervals are smaller than what matters. Always false without a least effect.
    package func isSmall(_ difference: Interval, _ lift: Interval) -> Bool {
        switch leastEffect {
        case .lift(let share): share > 0 && lift.lies(within: share)
        case .difference(let size): size > 0 && difference.lies(within: size)
        case nil: false
        }
    }
}
