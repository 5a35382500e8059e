import ExperimentsCore

/// Where flags and variants are, and whom they are read for.
public struct VariantsSourceSettings: Sendable, Hashable {
    /// The path of the JSON file.
    public var path: String
    /// What is known of the user, by name.
    public var context: [String: JSONValue]
    /// Variants that are on (true) or off (false) whatever their conditions, by id.
    public var forced: [String: Bool]
    /// Fixes what `RANDOM` draws; nil to draw anew in each run.
    public var seed: UInt64?
    /// What conditions of types that only the app knows come to, by type.
    public var assumed: [String: Bool]

    /// Settings.
    public init(
        path: String, context: [String: JSONValue] = [:], forced: [String: Bool] = [:], seed: UInt64? = nil,
        assumed: [String: Bool] = [:]
    ) {
        self.path = path
        self.context = context
        self.forced = forced
        self.seed = seed
        self.assumed = assumed
    }
}
