import ExperimentsCore
import ExperimentsTransport

/// Why the service did not do what it was asked. Nothing was published.
public enum TemplateServiceError: Error, Sendable, Hashable, OperatorError {
    /// No whole answer came back. Of a publish, nobody knows whether it was done.
    case unreachable(TransportError)
    /// There is no token to ask with; `reason` says why.
    case unauthorized(reason: String)
    /// Somebody published since the tag was given: what is to be published does not know of it.
    case versionMismatch(message: String)
    /// The service said no.
    case refused(TemplateRefusal)
    /// The answer is not what the API says.
    case invalidAnswer(String)
}

extension TemplateServiceError: CustomStringConvertible {
    /// What happened, and what to do where that is known.
    public var description: String {
        switch self {
        case .unreachable(let error): "Remote Config: \(error)"
        case .unauthorized(let reason): reason
        case .versionMismatch: "somebody published a newer version in the meantime; nothing was published"
        case .refused(let refusal): refusal.description
        case .invalidAnswer(let problem): "Remote Config gave an invalid answer: \(problem)"
        }
    }

    package var details: JSONObject {
        var members = JSONObject()
        if case .refused(let refusal) = self { members["httpStatus"] = .number(String(refusal.status)) }
        return members
    }

    /// What to do about it, where there is something to say.
    public var advice: String? {
        guard case .refused(let refusal) = self else { return nil }
        return switch refusal.status {
        case 401: "the token is not good any more, or of another kind: it has to be an OAuth access token"
        case 403: "the account needs the role Remote Config Admin, and the project the Remote Config API"
        case 404: "check the project's id; or there is no such version any more"
        case 429: "the service asks to be left alone for a while; try again later"
        default: nil
        }
    }
}
