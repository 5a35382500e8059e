import ExperimentsCore

/// Where values came from, as JSON: `{"name", "environment", "persona", "version", "fetchedAt",
/// "notes"}`.
struct SourceDocument {
    /// The object.
    let json: JSONValue

    init(_ session: ProjectSession, _ snapshot: Snapshot) {
        var members = JSONObject()
        members["name"] = .string(session.sourceName)
        members["environment"] = session.environment.map(JSONValue.string)
        members["persona"] = session.asked?.json
        members["version"] = snapshot.version.map(JSONValue.string)
        members["fetchedAt"] = snapshot.fetchedAt.map { .string(RFC3339.text(of: $0)) }
        if !snapshot.notes.isEmpty {
            members["notes"] = .array(
                snapshot.notes.map { ["title": .string($0.title), "text": .string($0.text)] })
        }
        json = .object(members)
    }
}
