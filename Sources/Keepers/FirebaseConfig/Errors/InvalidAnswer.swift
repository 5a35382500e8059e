/// An answer that is not what the protocol says.
public struct InvalidAnswer: Sendable, Hashable, CustomStringConvertible {
    /// Who gave it.
    public let service: FirebaseService
    /// What is wrong, and where in the body.
    public let problem: String
    /// The HTTP status, or nil if the request could not even be made.
    public let status: Int?
    /// The size of the body.
    public let bytes: Int

    /// An answer with a problem.
    public init(service: FirebaseService, problem: String, status: Int? = nil, bytes: Int = 0) {
        self.service = service
        self.problem = problem
        self.status = status
        self.bytes = bytes
    }

    /// `Remote Config gave an invalid answer: not JSON: …`.
    public var description: String { "\(service.rawValue) gave an invalid answer: \(problem)" }
}
