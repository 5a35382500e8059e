import ExperimentsCore

/// A change of one key.
package struct EtcdEvent: Sendable, Hashable {
    /// The kind of change.
    package enum Kind: Sendable, Hashable {
        /// The key has a value, whether new or not.
        case put
        /// The key no longer exists, because it was deleted or its lease expired.
        case delete
    }

    /// The kind of event.
    package var kind: Kind
    /// The key after the change. Of a deleted key, only the name and the revision are meaningful.
    package var entry: EtcdEntry
    /// The key before the change; nil if it did not exist, or if that is not known.
    package var previous: EtcdEntry?

    /// Creates an event.
    package init(_ kind: Kind, _ entry: EtcdEntry, previous: EtcdEntry? = nil) {
        self.kind = kind
        self.entry = entry
        self.previous = previous
    }

    /// The key.
    package var key: EtcdKey { entry.key }
    /// The revision of the change.
    package var revision: Int64 { entry.modRevision }

    init(_ fields: EtcdFields) throws(MessageError) {
        guard let kv = try fields.fields("kv") else { throw MessageError("an event has no \"kv\"") }
        let entry = try EtcdEntry(kv)
        guard !entry.key.bytes.isEmpty, entry.modRevision > 0 else {
            throw MessageError("an event has no key, or no revision")
        }
        let previous = try fields.fields("prev_kv")
        let kind = try fields.text("type")
        guard ["", "PUT", "DELETE"].contains(kind) else {
            throw MessageError("an event is of an unknown type")
        }
        self.init(kind == "DELETE" ? .delete : .put, entry)
        if let previous { self.previous = try EtcdEntry(previous) }
    }
}

/// The id of a lease.
package typealias EtcdLeaseID = Int64

/// A key with its value and its revisions.
package struct EtcdEntry: Sendable, Hashable {
    /// The key.
    package var key: EtcdKey
    /// The value.
    package var value: [UInt8]
    /// The revision that created the key.
    package var createRevision: Int64
    /// The revision that last changed it.
    package var modRevision: Int64
    /// The number of puts since it was created.
    package var version: Int64
    /// The lease of the key; nil for none.
    package var lease: EtcdLeaseID?

    /// Creates an entry.
    package init(
        key: EtcdKey, value: [UInt8], createRevision: Int64, modRevision: Int64, version: Int64 = 1,
        lease: EtcdLeaseID? = nil
    ) {
        self.key = key
        self.value = value
        self.version = version
        self.lease = lease
        self.createRevision = createRevision
        self.modRevision = modRevision
    }

    init(_ fields: EtcdFields) throws(MessageError) {
        let lease = try fields.number("lease")
        self.init(
            key: EtcdKey(try fields.bytes("key")), value: try fields.bytes("value"),
            createRevision: try fields.number("create_revision"),
            modRevision: try fields.number("mod_revision"),
            version: try fields.number("version"), lease: lease == 0 ? nil : lease)
    }

    /// Returns the entries of the array called `name`.
    static func list(_ name: String, of fields: EtcdFields) throws(MessageError) -> [EtcdEntry] {
        var entries: [EtcdEntry] = []
        for element in try fields.list(name) { entries.append(try EtcdEntry(element)) }
        return entries
    }
}
