import ExperimentsCore
import Foundation

/// What goes wrong while a client listens for changes. Values in use stay as they are.
public enum RealtimeError: Error, Sendable, Hashable, OperatorError {
    /// The stream failed; it is tried again at `nextTry`.
    case stream(reason: String, nextTry: Date?)
    /// A new template was announced, and no fetch brought it. The next notice, or the next fetch, may.
    case notFetched(announced: Int64, reason: String)
    /// The service sent something that is no message; the stream goes on.
    case messageInvalid(String)
    /// The service won't announce changes. Nothing more comes, until somebody new listens.
    case unavailable(reason: String)
}

extension RealtimeError: CustomStringConvertible, LocalizedError {
    /// What went wrong.
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
