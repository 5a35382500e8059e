import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsTransport
import FirebaseTemplates

/// The reason why something was not read or published, in words. It is the same for files and for all kinds of answers.
public struct RefusalReason: Error, Sendable, Hashable, OperatorError {
    /// The problem, in one line.
    public let message: String
    /// The next step; nil if there is none.
    public let advice: String?
    /// The problems of a template that breaks rules.
    public let problems: [TemplateProblem]
    /// The value that its key does not accept, if that is the reason.
    package let refusedValue: RefusedValue?
    package let excerpt: String?
    package let place: ErrorPlace?
    package let details: JSONObject

    package var parts: [any OperatorError] { problems }

    /// Creates a reason with its own words.
    public init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
        problems = []
        refusedValue = nil
        excerpt = nil
        place = nil
        details = JSONObject()
    }

    /// Creates a reason from an error.
    public init(_ error: any Error) {
        if let reason = error as? RefusalReason {
            self = reason
            return
        }
        let known = error as? any OperatorError
        message = known?.sentence ?? String(describing: error)
        advice = known?.advice
        problems = (error as? TemplateProblems)?.problems ?? []
        refusedValue = error as? RefusedValue
        excerpt = known?.excerpt
        place = known?.place
        details = known?.details ?? JSONObject()
    }

    /// The reason as lines: the message, and every problem of a template, with advice.
    public var lines: [String] {
        ErrorReport(self).text().split(scalar: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The result of sending changes that were not confirmed as published.
public enum SendingProblem: Sendable, Hashable {
    /// They were certainly not published.
    case refused(RefusalReason)
    /// Someone else has published first.
    case conflict
    /// The answer is lost, so they may have been published.
    case unknown(RefusalReason)

    /// Creates the result from an error.
    public init(_ error: any Error) {
        let reason = RefusalReason(error)
        if error is ValueConflict {
            self = .conflict
            return
        }
        if error is LostAnswer {
            self = .unknown(reason)
            return
        }
        switch error as? TemplateServiceError {
        case .versionMismatch: self = .conflict
        case .unreachable(let transport):
            self = Self.wasNeverSent(transport) ? .refused(reason) : .unknown(Self.lost(transport) ?? reason)
        case .invalidAnswer: self = .unknown(reason)
        // A server that fails, or a proxy in front of it, may have carried out the request.
        case .refused(let refusal) where refusal.status >= 500: self = .unknown(reason)
        case .refused, .unauthorized, nil: self = .refused(reason)
        }
    }

    private static func wasNeverSent(_ error: TransportError) -> Bool {
        switch error {
        case .hostNotFound, .connectionRefused, .offline: true
        // A server that ends a connection is insecure or other, depending on the address.
        case .timedOut, .connectionLost, .bodyTooLarge, .headTooLarge, .insecure, .other: false
        }
    }
}

extension SendingProblem {
    /// Returns the reason for a connection that the server ended. It has responded before, so its protocol is not in
    /// doubt, as it is for other requests.
    private static func lost(_ error: TransportError) -> RefusalReason? {
        switch error {
        case .other(let host, 0, _), .insecure(let host, _):
            RefusalReason("Remote Config: \(host) closed the connection before its response")
        default: nil
        }
    }
}

/// The error for changes that were sent, but whose result is not known.
package struct LostAnswer: Error, Sendable, OperatorError {
    package let message: String
}
