import ExperimentsCore
import ExperimentsSupport
import ExperimentsTransport
import FirebaseTemplates

/// The reason why something was not read or published, in words. It is the same for files and for all kinds of answers.
public struct TemplateRefusalReason: Error, Sendable, Hashable, OperatorError {
    /// What is wrong, in one line.
    public let message: String
    /// What to do about it; nil if there is nothing to say.
    public let advice: String?
    /// The problems of a template that breaks rules.
    public let problems: [TemplateProblem]
    package let place: ErrorPlace?
    package let details: JSONObject

    package var parts: [any OperatorError] { problems }

    /// Creates a reason with its own words.
    public init(_ message: String, advice: String? = nil) {
        (self.message, self.advice) = (message, advice)
        (problems, place, details) = ([], nil, JSONObject())
    }

    /// Creates a reason from an error.
    public init(_ error: any Error) {
        if let reason = error as? TemplateRefusalReason {
            self = reason
            return
        }
        let known = error as? any OperatorError
        message = known?.sentence ?? String(describing: error)
        advice = known?.advice
        problems = (error as? TemplateProblems)?.problems ?? []
        place = known?.place
        details = known?.details ?? JSONObject()
    }

    /// The reason as lines: the message, and every problem of a template, with advice.
    public var lines: [String] {
        ErrorReport(self).text().split(scalar: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The result of sending a template that was not confirmed as published.
public enum TemplateSendingProblem: Sendable, Hashable {
    /// It was certainly not published.
    case refused(TemplateRefusalReason)
    /// Another person has published first.
    case conflict
    /// The answer is lost, so it may have been published.
    case unknown(TemplateRefusalReason)

    /// Creates the result from an error.
    public init(_ error: any Error) {
        let reason = TemplateRefusalReason(error)
        switch error as? TemplateServiceError {
        case .versionMismatch: self = .conflict
        case .unreachable(let transport): self = Self.wasNeverSent(transport) ? .refused(reason) : .unknown(reason)
        case .invalidAnswer: self = .unknown(reason)
        // A server that fails, or a proxy in front of it, may have carried out the request.
        case .refused(let refusal) where refusal.status >= 500: self = .unknown(reason)
        case .refused, .unauthorized, nil: self = .refused(reason)
        }
    }

    private static func wasNeverSent(_ error: TransportError) -> Bool {
        switch error {
        case .hostNotFound, .connectionRefused, .offline, .insecure: true
        case .timedOut, .connectionLost, .bodyTooLarge, .headTooLarge, .other: false
        }
    }
}
