/// The reason for a flag's value, in OpenFeature's words. OpenFeature has more, but some providers fail with others.
package enum EvaluationReason: String, Sendable, Hashable, CaseIterable {
    /// The value is the same for all users.
    case `static` = "STATIC"
    /// The context meets a condition.
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

/// The reason why a flag has no value, in the words of OpenFeature that servers use.
package enum EvaluationErrorCode: String, Sendable, Hashable {
    /// The text is not a value of the flag's type.
    case parseError = "PARSE_ERROR"
    /// A percentage needs a targeting key, which the context does not have.
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    /// The context is not valid.
    case invalidContext = "INVALID_CONTEXT"
    /// There is no flag with this name.
    case flagNotFound = "FLAG_NOT_FOUND"
    /// Anything else.
    case general = "GENERAL"

    /// The HTTP status of an answer that says so of one flag.
    var httpStatus: Int {
        switch self {
        case .parseError, .targetingKeyMissing, .invalidContext: 400
        case .flagNotFound: 404
        // Not 503, whose body a provider does not read.
        case .general: 500
        }
    }
}
