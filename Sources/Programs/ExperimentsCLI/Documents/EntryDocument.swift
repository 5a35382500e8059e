import ExperimentsCore
import Foundation

/// An override as JSON: what the file says of it, and whether it is in force.
struct EntryDocument {
    /// The members.
    let members: JSONObject
    /// The object.
    var json: JSONValue { .object(members) }

    /// - Parameter isActive: whether it is in force; nil where that is not asked.
    init(_ override: Override, isActive: Bool? = nil) {
        var members = JSONObject()
        members["value"] = .string(override.value)
        members["enabled"] = .bool(override.isEnabled)
        members["active"] = isActive.map(JSONValue.bool)
        members["author"] = override.author.map(JSONValue.string)
        members["note"] = override.note.map(JSONValue.string)
        members["setAt"] = override.setAt.map { .string(RFC3339.text(of: $0)) }
        members["expiresAt"] = override.expiresAt.map { .string(RFC3339.text(of: $0)) }
        members["until"] = override.until.map { .string($0.words) }
        self.members = members
    }
}
