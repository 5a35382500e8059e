/// The kinds of condition that every registry knows.
public enum BuiltInCondition: String, Sendable, Hashable, CaseIterable {
    /// A random number for each read.
    case random = "RANDOM"
    /// A number of the context, modulo 100, in a range.
    case modRange = "MOD_RANGE"
    /// The user is one of a list.
    case userID = "USER_ID"
    /// The user's number, modulo 100, in a range.
    case userIDMod = "USER_ID_MOD"
    /// A share of the users, always the same ones.
    case rollout = "ROLLOUT"
}
