import ExperimentsCore

/// What one flag comes to for a persona.
public struct FlagReading: Sendable, Hashable {
    /// The flag's name.
    public let flag: String
    /// The value, or why there is none.
    public let value: Result<JSONValue, FlagProblem>
    /// The id of the variant that set the value; nil for the base value.
    public let variant: String?

    /// A reading.
    public init(flag: String, value: Result<JSONValue, FlagProblem>, variant: String?) {
        self.flag = flag
        self.value = value
        self.variant = variant
    }
}
