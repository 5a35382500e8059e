/// The way in which a source that uses the context decided on a value.
package enum ContextDecision: Sendable, Hashable {
    /// The value is the same for all users.
    case everybody
    /// The context meets a condition.
    case condition
    /// A percentage or chance.
    case percentage
    /// There are conditions, but the context meets none.
    case otherwise
    /// A percentage uses this member of the context, which is missing.
    case unassigned(by: String)
    /// Another server decided, with its reason and the name of the value.
    case elsewhere(EvaluationReason, variant: String?)

    /// - Parameters:
    ///   - isConditional: whether some get another value than others.
    ///   - isDecided: whether a condition decided.
    ///   - isPercentage: whether that condition is a percentage or chance.
    ///   - missing: the member of the context that a percentage goes by, if it is not there and counts.
    init(isConditional: Bool, isDecided: Bool, isPercentage: Bool, missing: String?) {
        if let missing {
            self = .unassigned(by: missing)
        } else if !isConditional {
            self = .everybody
        } else if isDecided {
            self = isPercentage ? .percentage : .condition
        } else {
            self = .otherwise
        }
    }
}
