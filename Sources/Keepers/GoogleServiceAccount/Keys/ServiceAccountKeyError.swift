import ExperimentsCore

/// What is wrong with the key file of a service account. Says nothing of the private key but what is wrong with it.
public struct ServiceAccountKeyError: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The file.
    public let origin: String
    /// The member at fault, or nil if the file as a whole is.
    public let field: String?
    /// What is wrong and what was expected.
    public let problem: String
    /// What to do about it, if there is something to say.
    public let advice: String?

    init(_ origin: String, field: String? = nil, _ problem: String, advice: String? = nil) {
        self.origin = origin
        self.field = field
        self.problem = problem
        self.advice = advice
    }

    /// The file, the member and the problem: `key.json: token_uri is missing or empty`.
    public var message: String { "\(origin): " + (field.map { $0 + " " } ?? "") + problem }

    /// The message and the advice.
    public var description: String { message + (advice.map { "; " + $0 } ?? "") }
}
