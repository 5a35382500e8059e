import ExperimentsCore

/// How one variant that has a mod for a flag was considered.
public struct VariantExplanation: Sendable, Hashable {
    /// What came of it.
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
    /// What came of it.
    public let outcome: Outcome
}
