extension Override {
    var entry: JSONObject {
        var object = JSONObject()
        object["value"] = .string(value)
        object["enabled"] = .bool(isEnabled)
        object["author"] = author.map(JSONValue.string)
        object["note"] = note.map(JSONValue.string)
        object["setAt"] = setAt.map { .string(RFC3339.shortestText(of: $0)) }
        object["expiresAt"] = expiresAt.map { .string(RFC3339.shortestText(of: $0)) }
        object["until"] = until.map { .string($0.words) }
        if case .upstreamChange(let text) = until { object["upstream"] = text.map(JSONValue.string) ?? .null }
        for member in unknownMembers.members where object[member.name] == nil { object[member.name] = member.value }
        return object
    }
}
