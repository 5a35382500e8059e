import ExperimentsCore

/// Why a flag has its value: every variant that was considered, and how.
public struct FlagExplanation: Sendable, Hashable {
    /// The flag's name.
    public let flag: String
    /// The value without any variant.
    public let baseValue: JSONValue
    /// The value, or why there is none.
    public let value: Result<JSONValue, FlagProblem>
    /// The id of the variant that gave the value; nil for the base value.
    public let winner: String?
    /// The variants with a mod for the flag, in their order: the last active one wins.
    public let variants: [VariantExplanation]
}

/// How one variant that has a mod for a flag was considered.
public struct VariantExplanation: Sendable, Hashable {
    /// The result of considering a variant.
    public enum Outcome: Sendable, Hashable {
        /// It is active, and gives the flag its value.
        case wins
        /// It is active, and a later variant gives the flag its value.
        case overruled
        /// It is not active.
        case inactive
        /// A condition failed, so that it is not known.
        case failed
    }

    /// The variant's id.
    public let id: String
    /// The value that it sets.
    public let value: JSONValue
    /// How its conditions combine, where there are several.
    public let conditionOperator: Variant.Operator?
    /// Whether it was forced on or off; nil where its conditions decided.
    public let forced: Bool?
    /// Its conditions, in their order.
    public let conditions: [ConditionExplanation]
    /// The result of considering it.
    public let outcome: Outcome
}

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
