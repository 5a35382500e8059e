import ExperimentsCore

/// The reasons for the value of a flag: every variant that was considered, and the result.
public struct FlagExplanation: Sendable, Hashable {
    /// The name of the explained flag.
    public let flag: String
    /// The value without any variant.
    public let baseValue: JSONValue
    /// The value, or the reason why there is none.
    public let value: Result<JSONValue, FlagProblem>
    /// The ID of the variant that set the value; nil for the base value.
    public let winner: String?
    /// The variants that change the flag, in order. The last active one sets the value.
    public let variants: [VariantExplanation]
}

/// The result of considering a variant that changes a flag.
public struct VariantExplanation: Sendable, Hashable {
    /// The result of considering a variant.
    public enum Outcome: Sendable, Hashable {
        /// It is active, and sets the value of the flag.
        case wins
        /// It is active, but a later variant sets the value of the flag.
        case overruled
        /// It is not active.
        case inactive
        /// A condition failed, so it is not known whether it is active.
        case failed
    }

    /// The ID of the variant.
    public let id: String
    /// The value that it sets.
    public let value: JSONValue
    /// How its conditions are combined, if there are several.
    public let conditionOperator: Variant.Operator?
    /// Whether it was forced on or off; nil if its conditions decided.
    public let forced: Bool?
    /// Its conditions, in order.
    public let conditions: [ConditionExplanation]
    /// The result of considering it.
    public let outcome: Outcome
}

/// The result of one condition.
public struct ConditionExplanation: Sendable, Hashable {
    /// Whether a condition is met.
    public enum Verdict: Sendable, Hashable {
        /// The user meets the condition.
        case met
        /// It is not met.
        case notMet
        /// Not evaluated, because another condition had already decided, or because the variant is forced.
        case notAsked
        /// The app's predicate threw an error.
        case failed(reason: String)
    }

    /// The condition's type, in capitals.
    public let type: String
    /// Whether the condition is met.
    public let verdict: Verdict
    /// The inputs and the question, in words.
    public let detail: String
}
