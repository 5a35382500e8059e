import ExperimentsCore

/// A flag: a name, and the value it has where no variant changes it.
public struct FlagDefinition: Sendable, Hashable {
    /// The name that code reads the flag by.
    public let name: String
    /// The value without any variant; any JSON value.
    public let baseValue: JSONValue
    /// What the flag is for, in words.
    public let summary: String?

    /// A flag.
    public init(_ name: String, baseValue: JSONValue, summary: String? = nil) {
        self.name = name
        self.baseValue = baseValue
        self.summary = summary
    }
}
