import ExperimentsCore

/// One fetch as JSON: what `watch` and `history` say of it.
struct FetchDocument {
    /// The members, to which a document adds its own.
    let members: JSONObject

    /// - Parameters:
    ///   - listsChanges: whether `changes` lists the old and the new value of each change.
    ///   - names: the only keys to list there; empty for all.
    init(_ record: FetchRecord, listsChanges: Bool = false, of names: [String] = []) {
        var members = JSONObject()
        members["status"] = .string(record.statusWord)
        members["trigger"] = .string(record.trigger.documentWord)
        members["startedAt"] = .string(RFC3339.text(of: record.startedAt, milliseconds: true))
        members["milliseconds"] = .number(String(Int(record.duration.inSeconds * 1000)))
        members["version"] = record.version.map(JSONValue.string)
        members["httpStatus"] = record.httpStatus.map { .number(String($0)) }
        members["bytes"] = .number(String(record.bytes))
        members["changed"] = .array(record.difference.names.map(JSONValue.string))
        if listsChanges { members["changes"] = Self.changes(record.difference, of: names) }
        members["failure"] = record.failure.map { .string($0.summary) }
        members["retryAt"] = record.failure?.retryAt.map { .string(RFC3339.text(of: $0)) }
        self.members = members
    }

    /// Returns changes as JSON: `[{"name", "change", "was", "is"}]`.
    ///
    /// - Parameter names: the only keys to list; empty for all.
    static func changes(_ difference: SnapshotDifference, of names: [String] = []) -> JSONValue {
        .array(
            difference.names.filter { names.isEmpty || names.contains($0) }.compactMap { name in
                difference.changes[name].map { change($0, of: name) }
            })
    }

    private static func change(_ change: SnapshotDifference.Change, of name: String) -> JSONValue {
        var members = JSONObject()
        members["name"] = .string(name)
        members["change"] = .string(change.word)
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        switch change {
        case .added(let new): members["is"] = text(new)
        case .removed(let old): members["was"] = text(old)
        case .changed(let old, let new):
            members["was"] = text(old)
            members["is"] = text(new)
        }
        return .object(members)
    }
}

extension SnapshotDifference.Change {
    /// The word for it: `added`, `removed` or `changed`.
    var word: String {
        switch self {
        case .added: "added"
        case .removed: "removed"
        case .changed: "changed"
        }
    }
}
