extension ConditionMeaning {
    /// The name that is looked up in a context, where one is.
    var contextKey: String? {
        switch self {
        case .remainder(let key, _, _), .oneOf(let key, _): key
        case .rollout(let rollout): rollout.key
        case .random, .custom: nil
        }
    }
}
