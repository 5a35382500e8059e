import ExperimentsCore

/// A profile as JSON: `{"name", "author", "savedAt", "overrides": [{"name", "value", "enabled", "note"}]}`.
struct ProfileDocument {
    /// The object.
    let json: JSONValue

    init(_ profile: OverrideProfile) {
        var members = JSONObject()
        members["name"] = .string(profile.name)
        members["author"] = profile.author.map(JSONValue.string)
        members["savedAt"] = profile.savedAt.map { .string(RFC3339.text(of: $0)) }
        members["overrides"] = .array(
            profile.overrides.names.compactMap { name in
                guard let override = profile.overrides[name] else { return nil }
                var entry = JSONObject()
                entry["name"] = .string(name)
                entry["value"] = .string(override.value)
                entry["enabled"] = .bool(override.isEnabled)
                entry["note"] = override.note.map(JSONValue.string)
                return .object(entry)
            })
        json = .object(members)
    }

    /// Returns the changes that a profile makes, as JSON: `[{"name", "change", "before", "after"}]`.
    static func changes(_ difference: OverrideSetDifference) -> JSONValue {
        .array(
            difference.changes.map { change in
                var entry = JSONObject()
                entry["name"] = .string(change.name)
                entry["change"] = .string(change.word)
                entry["before"] = change.before.map { .string($0.value) }
                entry["after"] = change.after.map { .string($0.value) }
                return .object(entry)
            })
    }
}
