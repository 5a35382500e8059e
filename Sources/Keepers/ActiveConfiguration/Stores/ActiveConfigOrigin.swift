/// Where the configuration in force comes from.
public enum ActiveConfigOrigin: String, Sendable, Hashable, CaseIterable {
    /// It was made for the current user: downloaded, now or in an earlier launch.
    case own
    /// It was made for no user in particular, and the current one has none of their own.
    case shared
    /// It was delivered with the app, and nothing else is known.
    case bootstrapped
    /// Nothing is known at all.
    case none
}
