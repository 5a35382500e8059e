import ExperimentsCore
import ExperimentsTransport

/// The reason why a request to etcd failed.
package enum EtcdError: Error, Sendable, Hashable, OperatorError {
    /// A member's answer was final, or the last of many attempts failed. `member` is its host and port.
    case failed(EtcdFailure, member: String)
    /// The member belongs to another cluster than the one that answered first.
    case anotherCluster(member: String)
    /// The request cannot be sent, because etcd would refuse it in any case.
    case unfit(String)
}

extension EtcdError: CustomStringConvertible {
    /// The problem, as a clause.
    package var description: String {
        switch self {
        case .failed(.transport(let error), _): "etcd: \(error)"
        case .failed(.refused(let refusal), let member): "etcd at \(member): \(refusal)"
        case .failed(.stalled, let member): "etcd at \(member): \(EtcdFailure.stalled)"
        case .failed(.invalid(let problem), let member): "invalid response from \(member): \(problem)"
        case .anotherCluster(let member): "\(member) belongs to another cluster"
        case .unfit(let problem): "invalid request to etcd: \(problem)"
        }
    }

    /// A next step, if one is known.
    package var advice: String? {
        switch self {
        case .failed(.refused(let refusal), _): refusal.advice
        case .failed(.invalid, let member): "check that an etcd of version 3.4 or later listens at \(member)"
        case .anotherCluster:
            "use the members of one cluster; if the cluster was created again, run `experiments team accept`, "
                + "or restart this program"
        case .failed(.transport, _), .failed(.stalled, _), .unfit: nil
        }
    }

    /// The kind of refusal; nil for any other error.
    package var refusal: EtcdRefusal.Kind? {
        if case .failed(.refused(let refusal), _) = self { refusal.kind } else { nil }
    }
}

/// The result of a request that changes something.
package enum EtcdOutcome<Answer: Sendable>: Sendable {
    /// The request was answered.
    case known(Answer)
    /// It is not known whether the change was made. The response was lost for this reason, and the request was not
    /// repeated, or repeated without success.
    case unknown(EtcdError)

    /// Returns the response.
    ///
    /// - Throws: the reason why it is not known.
    func get() throws(EtcdError) -> Answer {
        switch self {
        case .known(let answer): return answer
        case .unknown(let error): throw error
        }
    }

    /// Returns the same result with another answer.
    package func map<Other: Sendable>(_ change: (Answer) -> Other) -> EtcdOutcome<Other> {
        switch self {
        case .known(let answer): .known(change(answer))
        case .unknown(let error): .unknown(error)
        }
    }
}

/// The reason why a member gave no usable answer.
package enum EtcdFailure: Error, Sendable, Hashable {
    /// There was no response.
    case transport(TransportError)
    /// The member refused.
    case refused(EtcdRefusal)
    /// The response is not valid.
    case invalid(MessageError)
    /// Its watch no longer reports anything, although there are changes.
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

    /// Whether the response was damaged in transit, or does not come from etcd.
    var isInvalid: Bool {
        if case .invalid = self { true } else { false }
    }

    /// Whether trying again soon is of little use, though another member may do better: its certificate, or ours, or a
    /// wait that it asks for.
    var isLasting: Bool {
        switch self {
        case .transport(.insecure): true
        case .refused(let refusal): refusal.wait != nil
        case .transport, .invalid, .stalled: false
        }
    }
}

extension EtcdFailure: CustomStringConvertible {
    /// The problem, as a clause.
    package var description: String {
        switch self {
        case .transport(let error): error.description
        case .refused(let refusal): refusal.description
        case .invalid(let problem): "invalid response: \(problem)"
        case .stalled: "it no longer sends changes"
        }
    }
}
