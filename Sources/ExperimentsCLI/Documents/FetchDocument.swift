import ExperimentsCore

/// One fetch as JSON: what `watch` and `history` say of it.
struct FetchDocument {
    /// The members, to which a document adds its own.
    let members: JSONObject

    /// - Parameter listsChanges: whether `changes` tells of each change what was and what is.
    init(_ record: FetchRecord, listsChanges: Bool = false) {
        var members = JSONObject()
        members["status"] = .string(record.statusWord)
        members["startedAt"] = .string(RFC3339.text(of: record.startedAt, milliseconds: true))
        members["milliseconds"] = .number(String(Int(record.duration.inSeconds * 1000)))
        members["version"] = record.version.map(JSONValue.string)
        members["httpStatus"] = record.httpStatus.map { .number(String($0)) }
        members["bytes"] = .number(String(record.bytes))
        members["changed"] = .array(record.difference.names.map(JSONValue.string))
        if listsChanges { members["changes"] = .array(record.difference.names.map { Self.change($0, in: record) }) }
        members["failure"] = record.failure.map { .string($0.summary) }
        members["retryAt"] = record.failure?.retryAt.map { .string(RFC3339.text(of: $0)) }
        self.members = members
    }

    private static func change(_ name: String, in record: FetchRecord) -> JSONValue {
        var members = JSONObject()
        members["name"] = .string(name)
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        switch record.difference.changes[name] {
        case .added(let new):
            members["change"] = "added"
            members["is"] = text(new)
        case .removed(let old):
            members["change"] = "removed"
            members["was"] = text(old)
        case .changed(let old, let new):
            members["change"] = "changed"
            members["was"] = text(old)
            members["is"] = text(new)
        case nil: break
        }
        return .object(members)
    }
}
