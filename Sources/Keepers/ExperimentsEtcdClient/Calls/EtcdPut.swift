import ExperimentsCore

/// Puts a value for a key.
package struct EtcdPut: EtcdCall, Hashable {
    /// The lease of a key after a put.
    package enum Lease: Sendable, Hashable {
        /// No lease.
        case none
        /// This lease.
        case lease(EtcdLeaseID)
        /// The present lease; the key must exist.
        case kept
    }

    package typealias Answer = EtcdHeader

    package static let path = "kv/put"

    /// The key.
    package var key: EtcdKey
    /// The value; nil keeps the current one, and the key must then exist.
    package var value: [UInt8]?
    /// The lease of the key.
    package var lease: Lease

    /// Not repeatable, because another client may have put another value between the two arrivals.
    package let effect = EtcdEffect.once

    /// Creates a request.
    package init(_ key: EtcdKey, _ value: [UInt8]?, lease: Lease = .none) {
        self.key = key
        self.value = value
        self.lease = lease
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
