/// One change of one key.
package struct EtcdEvent: Sendable, Hashable {
    /// What happened to the key.
    package enum Kind: Sendable, Hashable {
        /// It has a value, new or not.
        case put
        /// It is gone: deleted, or its lease ran out.
        case delete
    }

    /// What happened.
    package var kind: Kind
    /// The key as it is since then; of one that is gone, only its name and the revision count.
    package var entry: EtcdEntry
    /// The key as it was before; nil where it was not there, or where nobody knows.
    package var previous: EtcdEntry?

    /// Creates an event.
    package init(_ kind: Kind, _ entry: EtcdEntry, previous: EtcdEntry? = nil) {
        (self.kind, self.entry, self.previous) = (kind, entry, previous)
    }

    /// The key.
    package var key: EtcdKey { entry.key }
    /// The revision of the change.
    package var revision: Int64 { entry.modRevision }

    init(_ fields: EtcdFields) throws(EtcdAnswerProblem) {
        guard let kv = try fields.fields("kv") else { throw EtcdAnswerProblem("an event has no \"kv\"") }
        let entry = try EtcdEntry(kv)
        guard !entry.key.bytes.isEmpty, entry.modRevision > 0 else {
            throw EtcdAnswerProblem("an event has no key, or no revision")
        }
        let previous = try fields.fields("prev_kv")
        let kind = try fields.text("type")
        guard ["", "PUT", "DELETE"].contains(kind) else { throw EtcdAnswerProblem("an event is of an unknown type") }
        self.init(kind == "DELETE" ? .delete : .put, entry)
        if let previous { self.previous = try EtcdEntry(previous) }
    }
}
