/// The checked meaning of a condition. Programs are compiled from it, and explanations, simulations and `lint` use it.
enum ConditionMeaning: Sendable {
    /// A random number from 0 up to 1 is drawn. Nil if the argument is not a number, so that the condition is never
    /// met.
    case random(Double?)
    /// The remainder of the number called `key`, divided by 100, is in a range, bounds included.
    case remainder(key: String, lower: Double, upper: Double)
    /// The text or whole number called `key` is one of a list.
    case oneOf(key: String, ids: [String])
    /// The bucket of the user is in a range.
    case rollout(Rollout)
    /// An app's own predicate.
    case custom(ConditionPredicate)
}

extension ConditionMeaning {
    /// The name that is looked up in a context, if there is one.
    var contextKey: String? {
        switch self {
        case .remainder(let key, _, _), .oneOf(let key, _): key
        case .rollout(let rollout): rollout.key
        case .random, .custom: nil
        }
    }
}
