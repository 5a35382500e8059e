import ExperimentsCore

/// Puts a value under a key.
package struct EtcdPut: EtcdCall, Hashable {
    /// What becomes of the lease that the key ends with.
    package enum Lease: Sendable, Hashable {
        /// The key ends with none.
        case none
        /// The key ends with this one.
        case lease(EtcdLeaseID)
        /// It stays as it is; the key must be there.
        case kept
    }

    package typealias Answer = EtcdHeader

    package static let path = "kv/put"

    /// The key.
    package var key: EtcdKey
    /// The value; nil leaves it as it is, and the key must be there.
    package var value: [UInt8]?
    /// What becomes of the key's lease.
    package var lease: Lease

    /// Not repeatable: between the two, somebody else may have put another value, which the second would undo.
    package let effect = EtcdEffect.once

    /// Creates a request.
    package init(_ key: EtcdKey, _ value: [UInt8]?, lease: Lease = .none) {
        (self.key, self.value, self.lease) = (key, value, lease)
    }

    package var body: JSONValue {
        var body = JSONObject()
        body["key"] = .base64(key.bytes)
        if let value { body["value"] = .base64(value) } else { body["ignore_value"] = true }
        switch lease {
        case .none: break
        case .lease(let id): body["lease"] = .number64(id)
        case .kept: body["ignore_lease"] = true
        }
        return .object(body)
    }
}
