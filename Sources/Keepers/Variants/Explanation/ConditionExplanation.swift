/// How one condition was decided.
public struct ConditionExplanation: Sendable, Hashable {
    /// What was decided.
    public enum Verdict: Sendable, Hashable {
        /// It is met.
        case met
        /// It is not met.
        case notMet
        /// Another condition had settled the variant before, or it is forced.
        case notAsked
        /// The app's predicate threw an error.
        case failed(reason: String)
    }

    /// The condition's type, in capitals.
    public let type: String
    /// What was decided.
    public let verdict: Verdict
    /// What it was decided by, in words: the inputs and what was asked of them.
    public let detail: String
}
