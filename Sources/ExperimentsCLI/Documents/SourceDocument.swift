import ExperimentsCore

/// Where values came from, as JSON: `{"name", "environment", "version", "fetchedAt"}`.
struct SourceDocument {
    /// The object.
    let json: JSONValue

    init(_ session: ProjectSession, _ snapshot: Snapshot) {
        var members = JSONObject()
        members["name"] = .string(session.sourceName)
        members["environment"] = session.environment.map(JSONValue.string)
        members["version"] = snapshot.version.map(JSONValue.string)
        members["fetchedAt"] = snapshot.fetchedAt.map { .string(RFC3339.text(of: $0)) }
        json = .object(members)
    }
}
