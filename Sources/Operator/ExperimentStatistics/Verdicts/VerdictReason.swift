/// A reason for a verdict. Metrics and groups are given by their indices in the design.
public enum VerdictReason: Sendable, Hashable {
    /// There are no exposures yet.
    case noExposures
    /// This number of users was exposed, and none of them had an event that a metric counts.
    case noEvents(users: Int)
    /// Users were not divided as intended.
    case mismatch(SampleRatioCheck)
    /// Too many users were in several groups.
    case mixed(MixedUsers)
    /// There is no goal that could decide.
    case noGoal
    /// Data that the verdict needs are missing.
    case missing([MissingData])
    /// A metric has no estimate.
    case absent(metric: Int, group: Int, MissingEstimate)
    /// The effect on a metric is on one side of zero.
    case effect(metric: Int, group: Int, EffectFinding)
    /// Goals give different verdicts.
    case disagreement(better: [Int], worse: [Int])
    /// The effect on a metric is smaller than what matters.
    case small(metric: Int, group: Int, EffectFinding, LeastEffect)
    /// The effect on a metric is not known precisely enough. `DaysLeft` is the time until an effect that matters would
    /// be detected.
    case uncertain(metric: Int, group: Int, EffectFinding, LeastEffect, DaysLeft)

    /// A guardrail lacks data.
    case unmeasured(metric: Int, group: Int, [MissingData])
    /// A look found harm to a guardrail on a day that the present data no longer shows alone.
    case harmed(metric: Int, group: Int, day: Double, then: EffectFinding, now: EffectFinding?)
    /// The effect on a metric changed: the interval before a day and the one now do not overlap.
    case changed(metric: Int, group: Int, day: Double, before: EffectBounds, now: EffectFinding)
    /// A guardrail is not worse than its margin.
    case safe(metric: Int, group: Int, EffectFinding, GuardrailSafety)
    /// A guardrail may be worse than its margin.
    case notYetSafe(metric: Int, group: Int, EffectFinding, GuardrailSafety)

    /// Whether earlier looks ruled out the effect that is seen now.
    public var isOutside: Bool {
        switch self {
        case .effect(_, _, let finding), .small(_, _, let finding, _), .uncertain(_, _, let finding, _, _):
            finding.isOutside
        default: false
        }
    }

    /// The metric and the group that it is about; nil if it is about all.
    package var cell: (metric: Int, group: Int)? {
        switch self {
        case .absent(let metric, let group, _), .effect(let metric, let group, _),
            .small(let metric, let group, _, _),
            .uncertain(let metric, let group, _, _, _), .unmeasured(let metric, let group, _),
            .harmed(let metric, let group, _, _, _),
            .changed(let metric, let group, _, _, _), .safe(let metric, let group, _, _),
            .notYetSafe(let metric, let group, _, _):
            (metric, group)
        case .noExposures, .noEvents, .mismatch, .mixed, .noGoal, .missing, .disagreement: nil
        }
    }
}

/// An effect with the interval that is not ruled out, as a reason.
public struct EffectFinding: Sendable, Hashable {
    /// The present difference of means.
    public let difference: Double
    /// The differences that are not ruled out.
    public let differences: Interval
    /// The current lift; nil if there is none.
    public let lift: Double?
    /// The lifts that are not ruled out.
    public let lifts: Interval
    /// Whether it is shown as a lift, because the bounds of the lift are known; otherwise as a difference.
    var isLift: Bool { lift != nil && lifts.isFinite }

    /// The current effect as shown.
    var seen: Double { isLift ? lift ?? .nan : difference }

    /// The interval that is not ruled out, as a lift or a difference.
    var bounds: Interval { isLift ? lifts : differences }

    /// Whether earlier looks ruled out the current measurement. The effect changes over time, or the data changed.
    public var isOutside: Bool { seen < bounds.lower || seen > bounds.upper }

    /// Creates a finding from bounds.
    init(difference: Double, lift: Double?, _ bounds: EffectBounds) {
        self.init(difference: difference, differences: bounds.difference, lift: lift, lifts: bounds.lift)
    }

    init(difference: Double, differences: Interval, lift: Double?, lifts: Interval) {
        self.difference = difference
        self.differences = differences
        self.lift = lift
        self.lifts = lifts
    }

    /// Whether the current measurement is nearer to zero than the interval, or on the other side of zero.
    var isNearerToZero: Bool {
        bounds.lower > 0 ? seen < bounds.lower : bounds.upper < 0 ? seen > bounds.upper : false
    }
}
