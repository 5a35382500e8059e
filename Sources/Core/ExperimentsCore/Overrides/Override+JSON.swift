import Foundation

extension Override {
    init(entry: JSONValue, of name: String) throws(OverrideDocumentProblem.Misfit) {
        guard let object = entry.object else {
            throw OverrideDocumentProblem.Misfit(
                "the override of \(Quotation.of(name)) is not an object with a \"value\"", at: ["overrides", name])
        }
        var members = EntryMembers(of: name, object)
        guard let value = try members.takeText("value") else {
            throw OverrideDocumentProblem.Misfit(
                "the override of \(Quotation.of(name)) has no \"value\"", at: ["overrides", name])
        }
        self.init(
            value: value, isEnabled: try members.takeBoolean("enabled") ?? true, author: try members.takeText("author"),
            note: try members.takeText("note"), setAt: try members.takeTime("setAt"),
            expiresAt: try members.takeTime("expiresAt"), until: try members.takeEnd())
        unknownMembers = members.rest
    }

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

/// The members of one entry, from which the known ones are taken. `null` counts as absent.
private struct EntryMembers {
    let name: String
    private(set) var rest: JSONObject

    init(of name: String, _ object: JSONObject) {
        self.name = name
        rest = object
    }

    mutating func takeText(_ member: String) throws(OverrideDocumentProblem.Misfit) -> String? {
        guard let value = take(member) else { return nil }
        guard let text = value.string else {
            let hint = value.valueText.map { "; write \(Quotation.of($0))" } ?? ""
            throw wrong(member, "should be a string, found \(value.kindName)\(hint)")
        }
        return text
    }

    mutating func takeBoolean(_ member: String) throws(OverrideDocumentProblem.Misfit) -> Bool? {
        guard let value = take(member) else { return nil }
        guard let boolean = value.bool else { throw wrong(member, "should be true or false") }
        return boolean
    }

    mutating func takeTime(_ member: String) throws(OverrideDocumentProblem.Misfit) -> Date? {
        guard let text = try takeText(member) else { return nil }
        guard let date = RFC3339.date(from: text) else {
            throw wrong(member, "should be a time such as 2026-03-01T09:30:00Z")
        }
        return date
    }

    mutating func takeEnd() throws(OverrideDocumentProblem.Misfit) -> OverrideEnd? {
        switch try takeText("until") {
        case nil: return nil
        case "next fetch": return .nextFetch
        case "upstream changes": return .upstreamChange(from: try takeText("upstream"))
        case .some: throw wrong("until", "should be \"next fetch\" or \"upstream changes\"")
        }
    }

    private mutating func take(_ member: String) -> JSONValue? {
        guard let value = rest[member] else { return nil }
        rest[member] = nil
        guard value != .null else { return .none }
        return value
    }

    private func wrong(_ member: String, _ fault: String) -> OverrideDocumentProblem.Misfit {
        OverrideDocumentProblem.Misfit(
            "\"\(member)\" of \(Quotation.of(name)) \(fault)", at: ["overrides", name, member])
    }
}
