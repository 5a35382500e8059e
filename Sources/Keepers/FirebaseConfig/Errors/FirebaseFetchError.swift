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
