import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The reason why an access token could not be obtained.
public enum AccessTokenError: Error, Sendable, Hashable, OperatorError {
    /// The key cannot be used.
    case key(ServiceAccountKeyError)
    /// The token endpoint could not be reached, or its response did not arrive in full.
    case unreachable(TransportError)
    /// The token endpoint refused.
    case refused(TokenRefusal)
    /// The response of the token endpoint at `host` does not follow the protocol.
    case invalidAnswer(host: String, problem: String)
}

extension AccessTokenError: CustomStringConvertible, LocalizedError {
    /// The failure in words, which never contain a key or a token.
    public var message: String {
        switch self {
        case .key(let error): error.message
        case .unreachable(let error): "no access token: \(error)"
        case .refused(let refusal): "no access token: \(refusal)"
        case .invalidAnswer(let host, let problem): "no access token: the response of \(host) \(problem)"
        }
    }

    /// A next step, if one is known.
    public var advice: String? {
        switch self {
        case .key(let error): error.advice
        case .refused(let refusal): refusal.advice
        case .unreachable, .invalidAnswer: nil
        }
    }

    /// The message and the advice.
    public var description: String { message + (advice.map { "; " + $0 } ?? "") }
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

/// The response of a token endpoint that gives no token.
public struct TokenRefusal: Sendable, Hashable {
    /// The host of the token endpoint, for example `oauth2.googleapis.com`.
    public let host: String
    /// The HTTP status of the response, for example 400.
    public let status: Int
    /// OAuth's name for the error, for example `invalid_grant`, if the response has one.
    public let code: String?
    /// The endpoint's explanation, on one line, cut at 300 characters, without the assertion; empty if there is none.
    public let message: String
    /// The number of seconds that this machine's clock is ahead of the endpoint's, negative if it is behind; nil if the
    /// difference is less than four minutes.
    public let clockError: TimeInterval?
    /// The number of seconds that the endpoint asks to wait before the next request; nil if it gives none.
    public let retryAfter: TimeInterval?

    /// Advice for a grant that is no longer valid.
    private let grantAdvice: String

    /// A difference of the clocks up to this many seconds is not mentioned: Google tolerates some minutes.
    private static let clockTolerance: TimeInterval = 240

    /// Reads a refusal.
    ///
    /// - Parameters:
    ///   - secrets: strings that the endpoint may have quoted, and that must not be shown.
    ///   - grantAdvice: advice for a grant that is no longer valid.
    init(
        _ response: TransportResponse, from host: String, now: Date, hiding secrets: [String],
        grantAdvice: String
    ) {
        self.grantAdvice = grantAdvice
        func shown(_ text: String) -> String {
            ServerText.presentable(
                secrets.reduce(text) { $1.isEmpty ? $0 : $0.replacing($1, with: "(hidden)") })
        }
        self.host = host
        status = response.status
        let object = try? JSONValue(parsing: response.body).object
        // OAuth's own form, or the one that Google's services share.
        let inner = object?["error"]?.object
        code = (object?["error"]?.string ?? inner?["status"]?.string).map(shown)
        let isText = response.headers["content-type"]?.hasPrefix("text/plain") ?? false
        let plain = isText ? String(decoding: response.body.prefix(2000), as: UTF8.self) : ""
        message = shown(object?["error_description"]?.string ?? inner?["message"]?.string ?? plain)
        let error = response.headers["date"].flatMap(HTTPDate.date).map { now.timeIntervalSince($0) }
        clockError = error.flatMap { abs($0) > Self.clockTolerance ? $0 : nil }
        retryAfter = RetryWait.seconds(in: response.headers, now: now)
    }

    /// A next step, if one is known.
    public var advice: String? {
        switch code {
        case "invalid_grant":
            if let clockError {
                let length = DurationText.text(of: .seconds(abs(clockError).rounded()))
                return "this machine's clock is \(length) \(clockError > 0 ? "ahead" : "behind"); set it"
            }
            return grantAdvice
        case "invalid_scope": return "check the scopes for misspellings"
        case "unauthorized_client", "access_denied":
            return "the account may not act for others; remove the subject"
        default:
            if let retryAfter {
                return "try again in \(DurationText.text(of: .seconds(retryAfter.rounded(.up))))"
            }
            return status == 429 || (500...599).contains(status) ? "try again later" : nil
        }
    }
}

extension TokenRefusal: CustomStringConvertible {
    /// `oauth2.googleapis.com answered 400 invalid_grant: Invalid JWT Signature.`
    public var description: String {
        "\(host) returned \(status)" + (code.map { " " + $0 } ?? "") + (message.isEmpty ? "" : ": \(message)")
    }
}
