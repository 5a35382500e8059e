/// The checked meaning of a condition. Programs are compiled from it, and explanations, simulations and `lint` use it.
enum ConditionMeaning: Sendable {
    /// A random number from 0 up to 1 is drawn. Nil if the argument is not a number, so that the condition is never
    /// met.
    case random(Double?)
    /// The remainder of the number called `key`, divided by 100, is in a range, bounds included.
    case remainder(key: String, lower: Double, upper: Double)
    /// The text or whole number called `key` is one of a list.
    case oneOf(key: String, ids: [String], members: Set<String>)
    /// The bucket of the user is in a range.
    case rollout(Rollout)
    /// An app's own predicate.
    case custom(ConditionPredicate)

    /// The name that is looked up in a context, if there is one.
    var contextKey: String? {
        switch self {
        case .remainder(let key, _, _), .oneOf(let key, _, _): key
        case .rollout(let rollout): rollout.key
        case .random, .custom: nil
        }
    }

    /// Whether all users meet it, or none, because its chance is 1, 0 or not a number; nil if that depends on more.
    var isAlwaysMet: Bool? {
        guard case .random(let chance) = self else { return nil }
        guard let chance, chance > 0 else { return false }
        return chance < 1 ? nil : true
    }
}

/// Decides whether a context meets a condition. If it throws, the read of the flag fails with that error.
public typealias ConditionPredicate = @Sendable (VariantContext) throws -> Bool

/// An app's own condition type: a name, and a function that creates a predicate from a condition's arguments.
///
/// ```swift
/// let password = ConditionType("PASSWORD") { arguments in
///     { context in context["password"] == arguments.json }
/// }
/// ```
///
/// The predicate may be called on any thread, also concurrently. It is called during reads of flags, so it must return
/// immediately.
public struct ConditionType: Sendable {
    /// The name of the type in documents, in capitals.
    public let id: String

    let makePredicate: @Sendable (ConditionArguments) throws -> ConditionPredicate

    /// Creates a condition type.
    ///
    /// - Parameters:
    ///   - id: the name, which documents may write in any case.
    ///   - makePredicate: called once for each condition when it is loaded. An error that it throws becomes a problem
    ///     of the document, at the place of the condition. It must not change the registry that calls it.
    public init(
        _ id: String, _ makePredicate: @escaping @Sendable (ConditionArguments) throws -> ConditionPredicate
    ) {
        self.id = id.uppercased()
        self.makePredicate = makePredicate
    }
}

/// The condition types that every registry knows.
public enum BuiltInCondition: String, Sendable, Hashable, CaseIterable {
    /// Met if a random number, drawn for each read, is below a limit.
    case random = "RANDOM"
    /// Met if a number of the context, modulo 100, is in a range.
    case modRange = "MOD_RANGE"
    /// Met if the user is in a list.
    case userID = "USER_ID"
    /// Met if the user's number, modulo 100, is in a range.
    case userIDMod = "USER_ID_MOD"
    /// Met for a share of the users, which is always the same.
    case rollout = "ROLLOUT"
}
