import ExperimentsCore

/// A flag: a name, and the value that it has if no variant changes it.
public struct FlagDefinition: Sendable, Hashable {
    /// The name with which code reads the flag.
    public let name: String
    /// The value without any variant, which may be any JSON value.
    public let baseValue: JSONValue
    /// What the flag is for, in words.
    public let summary: String?

    /// Creates a flag.
    public init(_ name: String, baseValue: JSONValue, summary: String? = nil) {
        self.name = name
        self.baseValue = baseValue
        self.summary = summary
    }
}
