import ExperimentsCore
import Foundation

/// An error while a client listens for changes. The values in use do not change.
public enum RealtimeError: Error, Sendable, Hashable, OperatorError {
    /// The stream failed. The next attempt is at `nextTry`.
    case stream(reason: String, nextTry: Date?)
    /// A new template was announced, but no fetch brought it. A later announcement or fetch may.
    case notFetched(announced: Int64, reason: String)
    /// The service sent something that is not a message. The stream continues.
    case messageInvalid(String)
    /// The service does not announce changes. The stream ends until there is a new listener.
    case unavailable(reason: String)
}

extension RealtimeError: CustomStringConvertible, LocalizedError {
    /// The reason in words, for a log.
    public var description: String {
        switch self {
        case .stream(let reason, let nextTry):
            "live updates were lost: \(reason)" + (nextTry.map { "; next try at \(RFC3339.text(of: $0))" } ?? "")
        case .notFetched(let announced, let reason):
            "version \(announced) of the template was announced and could not be fetched: \(reason)"
        case .messageInvalid(let problem): "the realtime stream holds something else than messages: \(problem)"
        case .unavailable(let reason): "there are no live updates: \(reason)"
        }
    }

    /// As `description`.
    public var errorDescription: String? { description }
}
