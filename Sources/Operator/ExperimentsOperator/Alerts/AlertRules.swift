/// What to tell the operator of, and how. Nothing, unless asked for.
public struct AlertRules: Sendable, Hashable {
    /// The keys whose every change is told.
    public var keys: Set<String>
    /// Whether it is told when a key becomes missing or incorrect.
    public var tellsBroken: Bool
    /// How it is told.
    public var ways: Set<Alert.Way>

    /// Rules.
    public init(keys: Set<String> = [], tellsBroken: Bool = false, ways: Set<Alert.Way> = [.bell]) {
        self.keys = keys
        self.tellsBroken = tellsBroken
        self.ways = ways
    }

    /// Whether nothing is told.
    public var isEmpty: Bool { keys.isEmpty && !tellsBroken || ways.isEmpty }
}
