/// The values of a source for a user, and how it decided on them.
public struct DecidedSnapshot: Sendable {
    /// The values.
    public let snapshot: Snapshot
    /// The decision on each value, by name. Values that are the same for all users are left out.
    public let decisions: [String: ContextDecision]

    /// Creates a snapshot with decisions.
    public init(_ snapshot: Snapshot, decisions: [String: ContextDecision]) {
        (self.snapshot, self.decisions) = (snapshot, decisions)
    }
}

/// The way in which a source that looks at the user decided on a value.
public enum ContextDecision: Sendable, Hashable {
    /// The value is the same for all users.
    case everybody
    /// The user meets a condition.
    case condition
    /// A percentage or chance.
    case percentage
    /// There are conditions, but the user meets none.
    case otherwise
    /// A percentage uses this field of the user, which is missing.
    case unassigned(by: String)
    /// Another server decided, with its reason and the name of the value.
    case elsewhere(EvaluationReason, variant: String?)

    /// - Parameters:
    ///   - isConditional: whether some get another value than others.
    ///   - isDecided: whether a condition decided.
    ///   - isPercentage: whether that condition is a percentage or chance.
    ///   - missing: the field of the user that a percentage goes by, if it is not there and counts.
    package init(isConditional: Bool, isDecided: Bool, isPercentage: Bool, missing: String? = nil) {
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

/// The reason for a value, in the words of OpenFeature.
public enum EvaluationReason: String, Sendable, Hashable, CaseIterable {
    /// The value is the same for all users.
    case `static` = "STATIC"
    /// The user meets a condition.
    case targetingMatch = "TARGETING_MATCH"
    /// A percentage or chance.
    case split = "SPLIT"
    /// No condition was met, or none could be evaluated.
    case `default` = "DEFAULT"
    /// The flag is switched off.
    case disabled = "DISABLED"
    /// The value comes from a cache.
    case cached = "CACHED"
    /// The value may be outdated.
    case stale = "STALE"
    /// Something failed.
    case error = "ERROR"
    /// The reason is not known.
    case unknown = "UNKNOWN"
}
