import ExperimentsCore

/// Grants a lease: keys that are put with it are deleted when it ends.
///
/// A lease never ends early, but may end late without bound: a new leader gives every lease its full time again.
package struct EtcdLeaseGrant: EtcdCall, Hashable {
    package static let path = "lease/grant"

    /// How many seconds it shall last.
    package var seconds: Int64

    /// One that nobody heard of runs out by itself.
    package let effect = EtcdEffect.repeatable

    /// Creates a request.
    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package var body: JSONValue { ["TTL": .number64(seconds)] }

    package func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> EtcdLease {
        let id = try answer.fields.number("ID")
        guard id != 0 else { throw EtcdAnswerProblem("a lease was granted without an id") }
        return EtcdLease(id: id, seconds: try answer.fields.number("TTL"))
    }
}

/// A request for one lease. Arriving twice, it does no more than arriving once.
package protocol EtcdLeaseCall: EtcdCall {
    /// The lease.
    var id: EtcdLeaseID { get }
}

extension EtcdLeaseCall {
    package var effect: EtcdEffect { .repeatable }
    package var body: JSONValue { ["ID": .number64(id)] }
}

/// Gives a lease its full time again.
package struct EtcdLeaseRenewal: EtcdLeaseCall, Hashable {
    package static let path = "lease/keepalive"

    package let id: EtcdLeaseID

    /// Creates a request.
    package init(_ id: EtcdLeaseID) {
        self.id = id
    }

    /// The lease with the time that it has now; nil where it is gone, which is no error to etcd.
    package func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> EtcdLease? {
        let seconds = try answer.fields.number("TTL")
        return seconds > 0 ? EtcdLease(id: id, seconds: seconds) : nil
    }
}

/// Ends a lease, and with it the keys that were put with it.
package struct EtcdLeaseRevocation: EtcdLeaseCall, Hashable {
    package typealias Answer = EtcdHeader

    package static let path = "lease/revoke"

    package let id: EtcdLeaseID

    /// Creates a request.
    package init(_ id: EtcdLeaseID) {
        self.id = id
    }
}

/// A lease, with its time as etcd says it.
package struct EtcdLease: Sendable, Hashable {
    /// Its id.
    package var id: EtcdLeaseID
    /// How many seconds it has, from the answer on.
    package var seconds: Int64
}
