/// Decides whether a context meets a condition. May throw; the read then fails with the reason.
public typealias ConditionPredicate = @Sendable (VariantContext) throws -> Bool

/// A kind of condition of an app's own: a name, and what makes a predicate from a condition's arguments.
///
/// ```swift
/// let password = ConditionType("PASSWORD") { arguments in
///     { context in context["password"] == arguments.json }
/// }
/// ```
public struct ConditionType: Sendable {
    /// The name that documents call it by, in capitals.
    public let id: String

    let makePredicate: @Sendable (ConditionArguments) throws -> ConditionPredicate

    /// A kind of condition.
    ///
    /// - Parameters:
    ///   - id: the name; documents may write it in any case.
    ///   - makePredicate: called once for each condition when it is loaded. What it throws is a problem of the
    ///     document, at the condition's place. It must not change the registry that it is called by.
    public init(_ id: String, _ makePredicate: @escaping @Sendable (ConditionArguments) throws -> ConditionPredicate) {
        self.id = id.uppercased()
        self.makePredicate = makePredicate
    }
}

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
