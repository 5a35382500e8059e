/// The verdict on an experiment, a treatment or a metric, in one word.
public enum VerdictWord: String, Sendable, Hashable, CaseIterable {
    /// There are no exposures, or no exposed user had an event.
    case noData
    /// The groups cannot be compared.
    case untrustworthy
    /// There is too little data.
    case tooEarly
    /// A guardrail got worse.
    case harmful
    /// The goal got better.
    case better
    /// The goal got worse.
    case worse
    /// If there is a difference, it is smaller than what matters.
    case noDifference
    /// None of these, so far.
    case undecided
}

/// A verdict with its reasons.
public struct Verdict: Sendable, Hashable {
    /// The verdict itself, in one word.
    public let word: VerdictWord
    /// The reasons, the most important first.
    public let reasons: [VerdictReason]

    /// Creates a verdict.
    public init(_ word: VerdictWord, _ reasons: [VerdictReason] = []) {
        (self.word, self.reasons) = (word, reasons)
    }
}

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
}

extension VerdictReason {
    /// Whether earlier looks ruled out the effect that is seen now.
    public var isOutside: Bool {
        switch self {
        case .effect(_, _, let finding), .small(_, _, let finding, _), .uncertain(_, _, let finding, _, _):
            finding.isOutside
        default: false
        }
    }
}

/// An effect with what was ruled out, for a reason.
public struct EffectFinding: Sendable, Hashable {
    /// The present difference of means.
    public let difference: Double
    /// The differences that are not ruled out.
    public let differences: Interval
    /// The present lift; nil if there is none.
    public let lift: Double?
    /// The lifts that are not ruled out.
    public let lifts: Interval
    /// Whether it is shown as a lift, because the bounds of the lift are known; otherwise as a difference.
    var isLift: Bool { lift != nil && lifts.isFinite }

    /// The present effect as it is shown.
    var seen: Double { isLift ? lift ?? .nan : difference }

    /// What was not ruled out, as it is shown.
    var bounds: Interval { isLift ? lifts : differences }

    /// Whether earlier looks ruled out what is seen now. The effect changes with time, or the data changed.
    public var isOutside: Bool { seen < bounds.lower || seen > bounds.upper }

    /// Whether what is seen now is nearer to zero, or on its other side.
    var isNearerToZero: Bool { bounds.lower > 0 ? seen < bounds.lower : bounds.upper < 0 ? seen > bounds.upper : false }
}
