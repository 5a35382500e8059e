/// The id of a lease.
package typealias EtcdLeaseID = Int64

/// A key with its value and its revisions.
package struct EtcdEntry: Sendable, Hashable {
    /// The key.
    package var key: EtcdKey
    /// The value.
    package var value: [UInt8]
    /// The revision in which the key was created.
    package var createRevision: Int64
    /// The revision in which it was last changed.
    package var modRevision: Int64
    /// The number of times that it was put since it was created.
    package var version: Int64
    /// The lease with which it ends; nil for none.
    package var lease: EtcdLeaseID?

    /// Creates an entry.
    package init(
        key: EtcdKey, value: [UInt8], createRevision: Int64, modRevision: Int64, version: Int64 = 1,
        lease: EtcdLeaseID? = nil
    ) {
        (self.key, self.value, self.version, self.lease) = (key, value, version, lease)
        (self.createRevision, self.modRevision) = (createRevision, modRevision)
    }

    init(_ fields: EtcdFields) throws(EtcdAnswerProblem) {
        let lease = try fields.number("lease")
        self.init(
            key: EtcdKey(try fields.bytes("key")), value: try fields.bytes("value"),
            createRevision: try fields.number("create_revision"), modRevision: try fields.number("mod_revision"),
            version: try fields.number("version"), lease: lease == 0 ? nil : lease)
    }

    /// The entries of the array called `name`.
    static func list(_ name: String, of fields: EtcdFields) throws(EtcdAnswerProblem) -> [EtcdEntry] {
        var entries: [EtcdEntry] = []
        for element in try fields.list(name) { entries.append(try EtcdEntry(element)) }
        return entries
    }
}
