import ExperimentsCore
import Foundation

/// The reason why a fetch failed. The values of the last good fetch stay in use.
public enum FirebaseFetchError: Error, Sendable, Hashable, OperatorError {
    /// There was no complete response.
    case unreachable(FirebaseService, TransportError)
    /// The service refused. `nextAttempt` is the earliest time at which the client will ask again, if it waits.
    case refused(ServerRefusal, nextAttempt: Date?)
    /// No request was sent, because an earlier refusal requires waiting until `nextAttempt`.
    case heldBack(nextAttempt: Date, since: ServerRefusal?)
    /// The response violates the protocol.
    case invalidAnswer(InvalidAnswer)
    /// The response, with this size in bytes, has entries that are not strings: all of them, in order.
    case invalidEntries([InvalidEntry], bytes: Int)

    /// The earliest time at which another fetch will be sent; nil if there is no wait.
    public var nextAttempt: Date? {
        switch self {
        case .refused(_, let nextAttempt): nextAttempt
        case .heldBack(let nextAttempt, _): nextAttempt
        case .unreachable, .invalidAnswer, .invalidEntries: nil
        }
    }

    /// The HTTP status of the response; nil if there was no response.
    public var httpStatus: Int? {
        switch self {
        case .refused(let refusal, _): refusal.status
        case .invalidAnswer(let answer): answer.status
        case .invalidEntries: 200
        case .heldBack, .unreachable: nil
        }
    }

    /// The size of the response in bytes; 0 if there was no response.
    public var bytes: Int {
        switch self {
        case .refused(let refusal, _): refusal.bytes
        case .invalidAnswer(let answer): answer.bytes
        case .invalidEntries(_, let bytes): bytes
        case .heldBack, .unreachable: 0
        }
    }

    /// The reason, without the time of the next attempt.
    public var reason: String {
        switch self {
        case .unreachable(let service, let error): "\(service.rawValue): \(error)"
        case .refused(let refusal, _): refusal.description
        case .heldBack(_, let refusal):
            "waiting because " + (refusal?.description ?? "the service asked to wait")
        case .invalidAnswer(let answer): answer.description
        case .invalidEntries(let entries, _):
            "Remote Config sent values that are not strings: "
                + entries.prefix(5).map { "\(ServerText.presentable($0.key)) (\($0.kind))" }.joined(
                    separator: ", ")
                + (entries.count > 5 ? " and \(entries.count - 5) more" : "")
        }
    }
}

extension FirebaseFetchError: CustomStringConvertible, LocalizedError {
    /// The reason and, if there is a wait, the time of the next attempt.
    public var description: String {
        reason + (nextAttempt.map { "; next try not before \(RFC3339.text(of: $0))" } ?? "")
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

/// The services that a client uses.
public enum FirebaseService: String, Sendable, Hashable, CaseIterable {
    /// Registers the installation and issues tokens.
    case installations = "Firebase Installations"
    /// The service that serves values.
    case remoteConfig = "Remote Config"
    /// The service that announces changes as they are published.
    case realtime = "Remote Config realtime"
}

/// The reason why a response is invalid.
public struct InvalidAnswer: Sendable, Hashable, CustomStringConvertible {
    /// The service that gave it.
    public let service: FirebaseService
    /// The problem, and its place in the body.
    public let problem: String
    /// The HTTP status; nil if the request could not even be created.
    public let status: Int?
    /// The size of the body in bytes.
    public let bytes: Int

    /// Creates the reason.
    public init(service: FirebaseService, problem: String, status: Int? = nil, bytes: Int = 0) {
        self.service = service
        self.problem = problem
        self.status = status
        self.bytes = bytes
    }

    /// `Remote Config gave an invalid answer: not JSON: …`.
    public var description: String { "invalid response from \(service.rawValue): \(problem)" }
}

/// An entry of a fetch response whose value is not a string.
public struct InvalidEntry: Sendable, Hashable {
    /// The key of the parameter.
    public let key: String
    /// The kind of value, for example `number`.
    public let kind: String

    /// Creates an entry.
    public init(key: String, kind: String) {
        self.key = key
        self.kind = kind
    }
}
