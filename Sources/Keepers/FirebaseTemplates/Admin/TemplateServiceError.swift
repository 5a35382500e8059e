import ExperimentsCore
import ExperimentsTransport
import Foundation

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

/// An answer that says no.
public struct TemplateRefusal: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// Google's name for the error, for example `PERMISSION_DENIED`, if the answer has one.
    public let name: String?
    /// The code in brackets at the beginning of the message, for example `VALIDATION_ERROR`, if there is one.
    public let code: String?
    /// What the service wrote, on one line, cut, without the token.
    public let message: String
    /// How many seconds the service asks to be left alone, if it says so.
    public let retryAfter: TimeInterval?
    /// That the service asked to be left alone for longer than a day, if it did, as a clause.
    public let pauseNote: String?
}

extension TemplateRefusal: CustomStringConvertible {
    /// `Remote Config answered 403 PERMISSION_DENIED: …`
    public var description: String {
        "Remote Config answered \(status)" + (name.map { " \($0)" } ?? "") + (message.isEmpty ? "" : ": \(message)")
            + (pauseNote.map { "; \($0)" } ?? "")
    }
}
