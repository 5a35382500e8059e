import ExperimentsCore
import Foundation

/// The overrides as JSON: `{"schema": 1, "path", "changed", "overrides": [{"name", "value", …}]}`.
struct OverridesDocument {
    /// The document.
    let json: JSONValue

    /// - Parameter changed: the names that the command changed; nil for one that changes nothing.
    init(_ overrides: OverrideSet, path: String, changed: [String]?, at now: Date) {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["path"] = .string(URL(fileURLWithPath: path).standardizedFileURL.path)
        members["changed"] = changed.map { .array($0.map(JSONValue.string)) }
        members["overrides"] = .array(
            overrides.names.map { name in
                var entry = JSONObject()
                entry["name"] = .string(name)
                for member in overrides[name].map({ EntryDocument($0, at: now).members.members }) ?? [] {
                    entry[member.name] = member.value
                }
                return .object(entry)
            })
        json = .object(members)
    }
}
