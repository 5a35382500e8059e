import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The reason why the service refused a request. Nothing was published.
public enum TemplateServiceError: Error, Sendable, Hashable, OperatorError {
    /// There was no complete response. After a request to publish, it is not known whether the template was published.
    case unreachable(TransportError)
    /// There is no access token, for this reason.
    case unauthorized(reason: String)
    /// Another person has published a template since the ETag was read, so the template lacks their changes.
    case versionMismatch(message: String)
    /// The service refused the request, for this reason.
    case refused(TemplateRefusal)
    /// The response does not follow the API.
    case invalidAnswer(String)
}

extension TemplateServiceError: CustomStringConvertible {
    /// The error, and a next step if one is known.
    public var description: String {
        switch self {
        case .unreachable(let error): "Remote Config: \(error)"
        case .unauthorized(let reason): reason
        case .versionMismatch: "\(ConflictWords.othersFirst); nothing was published"
        case .refused(let refusal): refusal.description
        case .invalidAnswer(let problem): "invalid response from Remote Config: \(problem)"
        }
    }

    package var details: JSONObject {
        var members = JSONObject()
        if case .refused(let refusal) = self { members["httpStatus"] = .number(String(refusal.status)) }
        return members
    }

    /// A next step, if one is known.
    public var advice: String? {
        if case .versionMismatch = self { return "try again to see their changes" }
        guard case .refused(let refusal) = self else { return nil }
        return switch refusal.status {
        case 401: "the token has expired or is not an OAuth access token; get a new one"
        case 403: "the account needs the role Remote Config Admin, and the project the Remote Config API"
        // The message shows which of the two does not exist.
        case 404 where refusal.message.lowercased().contains("version"):
            "use `experiments template versions` to list versions"
        case 404: "check the project ID"
        case 429: "too many requests; \(refusal.wait)"
        case 500...599: refusal.wait
        default: nil
        }
    }
}

/// A refusal by the service.
public struct TemplateRefusal: Sendable, Hashable {
    /// The HTTP status of the response, for example 403.
    public let status: Int
    /// Google's name for the error, for example `PERMISSION_DENIED`, if the response has one.
    public let name: String?
    /// The code in brackets at the beginning of the message, for example `VALIDATION_ERROR`, if there is one.
    public let code: String?
    /// The message of the service, on one line, cut, without the token.
    public let message: String
    /// The number of seconds for which the service asks clients to wait; nil if it gives none.
    public let retryAfter: TimeInterval?
    /// A clause saying that the service asked for a wait of more than a day, if it did.
    public let pauseNote: String?

    /// `try again in 2s`, with the time that the service asks for.
    fileprivate var wait: String {
        "try again "
            + (retryAfter.map { "in " + DurationText.text(of: .seconds($0.rounded(.up))) } ?? "later")
    }
}

extension TemplateRefusal: CustomStringConvertible {
    /// `Remote Config answered 403 PERMISSION_DENIED: …`
    public var description: String {
        "Remote Config returned \(status)" + (name.map { " \($0)" } ?? "")
            + (message.isEmpty ? "" : ": \(message)")
            + (pauseNote.map { "; \($0)" } ?? "")
    }
}
