import Foundation

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
