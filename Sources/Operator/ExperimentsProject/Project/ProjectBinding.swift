/// Keys that a project binds to an action of the dashboard: `refetch: [r, F5]`.
public struct ProjectBinding: Sendable, Hashable {
    /// The action's name.
    public var action: String
    /// The keys, as written: `r`, `F5`, `ctrl-r`. Empty to leave the action without a key.
    public var keys: [String]

    /// A binding.
    public init(action: String, keys: [String]) {
        self.action = action
        self.keys = keys
    }
}
