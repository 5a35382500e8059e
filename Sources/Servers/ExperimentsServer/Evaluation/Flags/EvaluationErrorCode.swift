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
