import ExperimentsCore
import FirebaseTemplates

/// What differs between two templates, as JSON.
struct DifferenceDocument {
    /// The changes.
    let changes: JSONValue
    /// The document.
    var json: JSONValue { ["schema": .number(DocumentSchema.version), "changes": changes] }

    init(_ difference: TemplateDifference) {
        changes = .array(difference.changes.map(Self.json))
    }

    private static func json(_ change: TemplateChange) -> JSONValue {
        var members = JSONObject()
        let (kind, name) = Self.subject(change.subject)
        members["subject"] = .string(kind)
        members["name"] = name.map(JSONValue.string)
        members["change"] = .string(change.kind.rawValue)
        members["members"] = .array(
            change.details.map { detail in
                var members = JSONObject()
                members["name"] = .string(detail.name)
                members["old"] = detail.old ?? .null
                members["new"] = detail.new ?? .null
                return .object(members)
            })
        return .object(members)
    }

    private static func subject(_ subject: TemplateChange.Subject) -> (kind: String, name: String?) {
        switch subject {
        case .condition(let name): ("condition", name)
        case .conditionOrder: ("condition-order", nil)
        case .parameter(let key): ("parameter", key)
        case .group(let name): ("group", name)
        case .member(let name): ("member", name)
        }
    }
}
