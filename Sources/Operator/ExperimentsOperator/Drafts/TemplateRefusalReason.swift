import ExperimentsCore
import ExperimentsTransport
import FirebaseTemplates

/// Why something was not read or published, in words; the same for files and for every kind of answer.
public struct TemplateRefusalReason: Error, Sendable, Hashable, OperatorError {
    /// What is wrong, in one line.
    public let message: String
    /// What to do about it; nil where there is nothing to say.
    public let advice: String?
    /// Every problem of a template that breaks rules.
    public let problems: [TemplateProblem]
    package let place: ErrorPlace?
    package let details: JSONObject

    package var parts: [any OperatorError] { problems }

    /// A reason in words of its own.
    public init(_ message: String, advice: String? = nil) {
        (self.message, self.advice) = (message, advice)
        (problems, place, details) = ([], nil, JSONObject())
    }

    /// What an error says.
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

    /// The lines that tell it: the message, and every problem of a template; with advice.
    public var lines: [String] {
        ErrorReport(self).text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// What became of something that was sent and did not come back as published.
public enum TemplateSendingProblem: Sendable, Hashable {
    /// It was surely not published.
    case refused(TemplateRefusalReason)
    /// Somebody else was first.
    case conflict
    /// The answer is lost: it may have been published.
    case unknown(TemplateRefusalReason)

    /// What an error says of it.
    public init(_ error: any Error) {
        let reason = TemplateRefusalReason(error)
        switch error as? TemplateServiceError {
        case .versionMismatch: self = .conflict
        case .unreachable(let transport): self = Self.wasNeverSent(transport) ? .refused(reason) : .unknown(reason)
        case .invalidAnswer: self = .unknown(reason)
        // A server that breaks, or one before it, may have done its work.
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
