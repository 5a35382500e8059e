import ExperimentsCore

extension TemplateDifference {
    /// The changes as JSON: `[{"subject", "name", "change", "members": [{"name", "old", "new"}]}]`.
    package var json: JSONValue { .array(changes.map(\.json)) }
}

extension TemplateChange {
    fileprivate var json: JSONValue {
        var members = JSONObject()
        let (what, name) = subject.words
        members["subject"] = .string(what)
        members["name"] = name.map(JSONValue.string)
        members["change"] = .string(kind.rawValue)
        members["members"] = .array(
            details.map { detail in
                var members = JSONObject()
                members["name"] = .string(detail.name)
                members["old"] = detail.old ?? .null
                members["new"] = detail.new ?? .null
                return .object(members)
            })
        return .object(members)
    }
}

extension TemplateChange.Subject {
    fileprivate var words: (what: String, name: String?) {
        switch self {
        case .condition(let name): ("condition", name)
        case .conditionOrder: ("condition-order", nil)
        case .parameter(let key): ("parameter", key)
        case .group(let name): ("group", name)
        case .member(let name): ("member", name)
        }
    }
}
