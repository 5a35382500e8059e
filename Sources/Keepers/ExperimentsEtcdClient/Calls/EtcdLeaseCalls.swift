import ExperimentsCore

/// Grants a lease. Keys that are put with it are deleted when it ends.
///
/// A lease never ends early, but may end late, without a limit, because a new leader renews every lease.
package struct EtcdLeaseGrant: EtcdCall, Hashable {
    package static let path = "lease/grant"

    /// The duration in seconds.
    package var seconds: Int64

    /// If the response is lost, the lease expires by itself.
    package let effect = EtcdEffect.repeatable

    /// Creates a request.
    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package var body: JSONValue { ["TTL": .number64(seconds)] }

    package func answer(_ answer: EtcdReply) throws(MessageError) -> EtcdLease {
        let id = try answer.fields.number("ID")
        guard id != 0 else { throw MessageError("a lease was granted without an ID") }
        return EtcdLease(id: id, seconds: try answer.fields.number("TTL"))
    }
}

/// Renews a lease for its full duration.
package struct EtcdLeaseRenewal: EtcdCall, Hashable {
    package static let path = "lease/keepalive"
    package let effect = EtcdEffect.repeatable

    package let id: EtcdLeaseID

    /// Creates a request.
    package init(_ id: EtcdLeaseID) {
        self.id = id
    }

    package var body: JSONValue { ["ID": .number64(id)] }

    /// Returns the lease with its remaining time; nil if it no longer exists, which etcd does not treat as an error.
    package func answer(_ answer: EtcdReply) throws(MessageError) -> EtcdLease? {
        let seconds = try answer.fields.number("TTL")
        return seconds > 0 ? EtcdLease(id: id, seconds: seconds) : nil
    }
}

/// Ends a lease, and deletes the keys that were put with it.
package struct EtcdLeaseRevocation: EtcdCall, Hashable {
    package typealias Answer = EtcdHeader

    package static let path = "lease/revoke"
    package let effect = EtcdEffect.repeatable

    package let id: EtcdLeaseID

    /// Creates a request.
    package init(_ id: EtcdLeaseID) {
        self.id = id
    }

    package var body: JSONValue { ["ID": .number64(id)] }
}

/// A lease, with its duration according to etcd.
package struct EtcdLease: Sendable, Hashable {
    /// Its id.
    package var id: EtcdLeaseID
    /// The seconds that remain from the response on.
    package var seconds: Int64
}
