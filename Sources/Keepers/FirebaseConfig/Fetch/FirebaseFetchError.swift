import ExperimentsCore
import Foundation

/// Why a fetch brought nothing. The values of the last good fetch stay as they are.
public enum FirebaseFetchError: Error, Sendable, Hashable, OperatorError {
    /// No whole answer came back.
    case unreachable(FirebaseService, TransportError)
    /// The service said no. `nextAttempt` is when the client will ask again at the earliest, if it holds back.
    case refused(ServerRefusal, nextAttempt: Date?)
    /// No request was sent: an earlier refusal asks to wait until `nextAttempt`.
    case heldBack(nextAttempt: Date, since: ServerRefusal?)
    /// The answer is not what the protocol says.
    case invalidAnswer(InvalidAnswer)
    /// The answer, of so many bytes, holds entries that are not strings: all of them, in order.
    case invalidEntries([InvalidEntry], bytes: Int)
}

extension FirebaseFetchError {
    /// The earliest time at which another fetch will be sent, or nil if nothing holds it back.
    public var nextAttempt: Date? {
        switch self {
        case .refused(_, let nextAttempt): nextAttempt
        case .heldBack(let nextAttempt, _): nextAttempt
        case .unreachable, .invalidAnswer, .invalidEntries: nil
        }
    }

    /// The HTTP status of the answer at fault, or nil if there was no answer.
    public var httpStatus: Int? {
        switch self {
        case .refused(let refusal, _): refusal.status
        case .invalidAnswer(let answer): answer.status
        case .invalidEntries: 200
        case .heldBack, .unreachable: nil
        }
    }

    /// The size of the answer at fault in bytes; 0 if there was no answer.
    public var bytes: Int {
        switch self {
        case .refused(let refusal, _): refusal.bytes
        case .invalidAnswer(let answer): answer.bytes
        case .invalidEntries(_, let bytes): bytes
        case .heldBack, .unreachable: 0
        }
    }

    /// What failed, without the time of the next try.
    public var reason: String {
        switch self {
        case .unreachable(let service, let error): "\(service.rawValue): \(error)"
        case .refused(let refusal, _): refusal.description
        case .heldBack(_, let refusal): "waiting because " + (refusal?.description ?? "the service asked to wait")
        case .invalidAnswer(let answer): answer.description
        case .invalidEntries(let entries, _):
            "Remote Config sent values that are not strings: "
                + entries.prefix(5).map { "\(ServerText.presentable($0.key)) (\($0.kind))" }.joined(separator: ", ")
                + (entries.count > 5 ? " and \(entries.count - 5) more" : "")
        }
    }
}

extension FirebaseFetchError: CustomStringConvertible, LocalizedError {
    /// What failed and, where something holds the client back, when it will try again.
    public var description: String {
        reason + (nextAttempt.map { "; next try not before \(RFC3339.text(of: $0))" } ?? "")
    }

    /// As `description`.
    public var errorDescription: String? { description }
}

/// The services that a client speaks to.
public enum FirebaseService: String, Sendable, Hashable, CaseIterable {
    /// Registers the installation and gives it tokens.
    case installations = "Firebase Installations"
    /// Answers fetches.
    case remoteConfig = "Remote Config"
    /// Announces changes.
    case realtime = "Remote Config realtime"
}

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

/// An entry of a fetch response whose value is not a string.
public struct InvalidEntry: Sendable, Hashable {
    /// The parameter's key.
    public let key: String
    /// What its value is instead, for example `number`.
    public let kind: String

    /// An entry called `key` that holds a `kind`.
    public init(key: String, kind: String) {
        self.key = key
        self.kind = kind
    }
}
