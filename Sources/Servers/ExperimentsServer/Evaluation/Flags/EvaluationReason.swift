/// Why a flag has its value, in OpenFeature's words. There are more, but some providers fail on what is not among these.
package enum EvaluationReason: String, Sendable, Hashable, CaseIterable {
    /// It is so for everybody.
    case `static` = "STATIC"
    /// A condition that the context meets.
    case targetingMatch = "TARGETING_MATCH"
    /// A percentage or chance.
    case split = "SPLIT"
    /// Nothing decided otherwise, or nothing could.
    case `default` = "DEFAULT"
    /// It is switched off.
    case disabled = "DISABLED"
    /// It was kept by somebody on the way.
    case cached = "CACHED"
    /// It may not be the latest.
    case stale = "STALE"
    /// Something failed.
    case error = "ERROR"
    /// Nobody said.
    case unknown = "UNKNOWN"
}

/// Why a flag has no value, in OpenFeature's words, as far as servers say them.
package enum EvaluationErrorCode: String, Sendable, Hashable {
    /// There is a text, and it is no value of the flag's type.
    case parseError = "PARSE_ERROR"
    /// The context does not say whose value is asked for, and a percentage goes by that.
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    /// The context is none.
    case invalidContext = "INVALID_CONTEXT"
    /// No flag has the name.
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
