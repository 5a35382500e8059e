import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Why no access token could be obtained.
public enum AccessTokenError: Error, Sendable, Hashable, OperatorError {
    /// The key cannot be used.
    case key(ServiceAccountKeyError)
    /// The token endpoint could not be reached, or its answer did not arrive in full.
    case unreachable(TransportError)
    /// The token endpoint refused.
    case refused(TokenRefusal)
    /// The answer of the token endpoint at `host` does not follow the protocol.
    case invalidAnswer(host: String, problem: String)
}

extension AccessTokenError: CustomStringConvertible, LocalizedError {
    /// The failure in words, which never contain a key or a token.
    public var message: String {
        switch self {
        case .key(let error): error.message
        case .unreachable(let error): "no access token: \(error)"
        case .refused(let refusal): "no access token: \(refusal)"
        case .invalidAnswer(let host, let problem): "no access token: the answer of \(host) \(problem)"
        }
    }

    /// What to do about it, if there is something to say.
    public var advice: String? {
        switch self {
        case .key(let error): error.advice
        case .refused(let refusal): refusal.advice
        case .unreachable, .invalidAnswer: nil
        }
    }

    /// The message and the advice.
    public var description: String { message + (advice.map { "; " + $0 } ?? "") }
    /// As `description`.
    public var errorDescription: String? { description }
}
