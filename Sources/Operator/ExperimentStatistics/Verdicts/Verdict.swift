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
    /// The effect on the goal changed while the experiment ran.
    case changed
    /// A guardrail is not worse than its margin.
    case safe
    /// A guardrail may still be worse than its margin.
    case notYetKnown
    /// If there is a difference, it is smaller than what matters.
    case noDifference
    /// There is no decision yet.
    case undecided
}

/// A verdict with its reasons.
public struct Verdict: Sendable, Hashable {
    /// The verdict itself, in one word.
    public let word: VerdictWord
    /// The reasons, the most important first.
    public let reasons: [VerdictReason]
    /// The guardrails that are not known to be safe, if the treatment is better. It should not be shipped until they
    /// are.
    public let open: [VerdictReason]

    /// Creates a verdict.
    public init(_ word: VerdictWord, _ reasons: [VerdictReason] = [], open: [VerdictReason] = []) {
        self.word = word
        self.reasons = reasons
        self.open = open
    }

    /// Whether a treatment may be given to everyone: it is better, or only had to be safe, and no guardrail is open.
    public var allowsShipping: Bool { (word == .better || word == .safe) && open.isEmpty }
}
