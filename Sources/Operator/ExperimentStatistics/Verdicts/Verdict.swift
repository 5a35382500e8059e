/// What is said of an experiment, a treatment or a metric, in one word.
public enum VerdictWord: String, Sendable, Hashable, CaseIterable {
    /// Nobody was exposed, or no exposed user did anything.
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
    /// None of these yet.
    case undecided
}

/// A word, and why it is that word.
public struct Verdict: Sendable, Hashable {
    /// The word.
    public let word: VerdictWord
    /// The reasons, the most important first.
    public let reasons: [VerdictReason]

    /// A verdict.
    public init(_ word: VerdictWord, _ reasons: [VerdictReason] = []) {
        (self.word, self.reasons) = (word, reasons)
    }
}

/// Why a verdict is what it is. Metrics and groups are named by their places in the design.
public enum VerdictReason: Sendable, Hashable {
    /// Nobody was exposed.
    case noExposures
    /// So many users were exposed, and none of them did anything that a metric counts.
    case noEvents(users: Int)
    /// Users did not come to the groups as the split says.
    case mismatch(SampleRatioCheck)
    /// Too many users were in several groups.
    case mixed(MixedUsers)
    /// There is no goal to decide by.
    case noGoal
    /// Data is missing.
    case missing([MissingData])
    /// There is no estimate of a metric.
    case absent(metric: Int, group: Int, MissingEstimate)
    /// The effect on a metric is on one side of zero.
    case effect(metric: Int, group: Int, EffectFinding)
    /// Goals say different things.
    case disagreement(better: [Int], worse: [Int])
    /// The effect on a metric is smaller than what matters.
    case small(metric: Int, group: Int, EffectFinding, LeastEffect)
    /// The effect on a metric is not known well enough; about so long for an effect that matters.
    case uncertain(metric: Int, group: Int, EffectFinding, LeastEffect, DaysLeft)
}

/// An effect with what was ruled out, as a reason names it.
public struct EffectFinding: Sendable, Hashable {
    /// The difference of means as seen now.
    public let difference: Double
    /// The differences that are not ruled out.
    public let differences: Interval
    /// The lift as seen now, and the lifts that are not ruled out; nil where there is none to tell.
    public let lift: Double?
    /// The lifts that are not ruled out.
    public let lifts: Interval
}
