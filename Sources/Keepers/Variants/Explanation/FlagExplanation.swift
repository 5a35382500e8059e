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
