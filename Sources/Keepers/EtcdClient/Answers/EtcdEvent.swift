/// A change of one key.
package struct EtcdEvent: Sendable, Hashable {
    /// The kind of change.
    package enum Kind: Sendable, Hashable {
        /// The key has a value, whether new or not.
        case put
        /// The key is gone, because it was deleted or its lease expired.
        case delete
    }

    /// What happened.
    package var kind: Kind
    /// The key after the change. Of a deleted key, only the name and the revision are meaningful.
    package var entry: EtcdEntry
    /// The key before the change; nil if it did not exist, or if that is not known.
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
