import Foundation

/// The reason why a fetch failed, in words for people. It never contains a secret.
public struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What went wrong, for example `connection refused by 127.0.0.1:8080`.
    public let summary: String
    /// The HTTP status, if there was an answer.
    public let httpStatus: Int?
    /// The size of the answer in bytes, if there was one.
    public let bytes: Int
    /// The earliest time at which another attempt makes sense, if the source or the back-off names one.
    public let retryAt: Date?
    /// Whether no request was sent, because an earlier failure asks to wait until `retryAt`.
    public let wasHeldBack: Bool

    /// Creates a failure.
    public init(
        _ summary: String, httpStatus: Int? = nil, bytes: Int = 0, retryAt: Date? = nil, wasHeldBack: Bool = false
    ) {
        self.summary = summary
        self.httpStatus = httpStatus
        self.bytes = bytes
        self.retryAt = retryAt
        self.wasHeldBack = wasHeldBack
    }

    /// Creates a failure from any error.
    public init(_ error: any Error) {
        if let failure = error as? FetchFailure {
            self = failure
        } else if error is CancellationError {
            self.init("cancelled")
        } else {
            self.init(String(describing: error))
        }
    }

    /// Returns the words for an operator about an error with which a fetch ended: the summary of a `FetchFailure`, and
    /// the headline of any other error.
    package static func summary(of error: any Error) -> String {
        (error as? FetchFailure)?.summary ?? ErrorReport.headline(of: error)
    }

    /// When to try again, if that is known.
    package var advice: String? { retryAt.map { "try again after \(RFC3339.text(of: $0))" } }

    package var details: JSONObject {
        var members = JSONObject()
        members["httpStatus"] = httpStatus.map { .number(String($0)) }
        members["retryAt"] = retryAt.map { .string(RFC3339.text(of: $0)) }
        return members
    }

    /// The summary.
    public var description: String { summary }
}
