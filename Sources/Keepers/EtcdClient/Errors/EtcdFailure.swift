import ExperimentsCore
import ExperimentsTransport

/// The reason why a member gave no usable answer.
package enum EtcdFailure: Error, Sendable, Hashable {
    /// There was no answer.
    case transport(TransportError)
    /// The member refused.
    case refused(EtcdRefusal)
    /// The answer is not valid.
    case invalid(EtcdAnswerProblem)
    /// Its watch reports nothing any more, although there are changes.
    case stalled

    /// Whether another member, or the same one later, may answer.
    var mayPass: Bool {
        switch self {
        case .transport(.bodyTooLarge), .transport(.headTooLarge), .invalid: false
        case .transport, .stalled: true
        case .refused(let refusal): [.noLeader, .unavailable, .overloaded].contains(refusal.kind)
        }
    }

    /// Whether the request surely did nothing.
    var surelyDidNothing: Bool {
        switch self {
        case .transport(let error):
            switch error {
            case .hostNotFound, .connectionRefused, .offline, .insecure: true
            case .timedOut, .connectionLost, .bodyTooLarge, .headTooLarge, .other: false
            }
        case .invalid: false
        case .stalled: true
        case .refused(let refusal): refusal.kind != .unavailable
        }
    }

    /// Whether nothing listens at the member's address.
    var meansNobodyListens: Bool {
        if case .transport(.connectionRefused) = self { true } else { false }
    }

    /// Whether the answer was damaged on its way, or is of something else than etcd.
    var isInvalid: Bool {
        if case .invalid = self { true } else { false }
    }

    /// Whether trying again is of little use, though another member may do better: its certificate, or ours.
    var isLasting: Bool {
        if case .transport(.insecure) = self { true } else { false }
    }
}

extension EtcdFailure: CustomStringConvertible {
    /// What went wrong, as a clause.
    package var description: String {
        switch self {
        case .transport(let error): error.description
        case .refused(let refusal): refusal.description
        case .invalid(let problem): "the answer is not one of etcd: \(problem)"
        case .stalled: "it tells nothing any more, though something happens"
        }
    }
}
