import ExperimentsCore

/// The types of parts that no reader of a template needs, and that the service refuses if they are wrong.
extension TemplateCheck {
    /// Adds a problem for each part that is not of its type. As everywhere with protobuf, `null` is the same as nothing.
    mutating func checkTypes(of json: JSONValue?, _ shape: TemplateShape?, at path: DocumentPath) {
        guard let json, json != .null, let shape else { return }
        switch shape {
        case .other: break
        case .text:
            if json.string == nil { expected("a string", found: json, at: path) }
        case .list(let element):
            guard let elements = json.array else { return expected("an array", found: json, at: path) }
            for (index, json) in elements.enumerated() { checkTypes(of: json, element, at: path[index]) }
        case .map(let value):
            guard let object = json.object else { return expected("an object", found: json, at: path) }
            for member in object.members { checkTypes(of: member.value, value, at: path[member.name]) }
        case .message(let message):
            guard let object = json.object else { return expected("an object", found: json, at: path) }
            for member in object.members {
                checkTypes(of: member.value, message[member.name], at: path[member.name])
            }
        }
    }

    mutating func checkVersion() {
        let path = DocumentPath()["version"]
        checkTypes(of: template.json["version"], .version, at: path)
        if let time = template.json["version"]?.object?["updateTime"]?.string, RFC3339.date(from: time) == nil
        {
            expected("a time such as 2026-01-31T12:00:00Z", found: .string(time), at: path["updateTime"])
        }
        // A whole number is a text in protobuf's JSON, and may be a number.
        guard let number = template.json["version"]?.object?["versionNumber"], number != .null else { return }
        let digits = number.string ?? number.compactText
        if digits.isEmpty || !digits.utf8.allSatisfy(\.isASCIIDigit) {
            expected("a whole number", found: number, at: path["versionNumber"])
        }
    }

    private mutating func expected(_ words: String, found json: JSONValue, at path: DocumentPath) {
        add(.shape, at: path, DocumentWords.expected(words, found: json.found), kind: .statement)
    }
}

extension TemplateShape {
    /// The shape of a member of a message; nil for one that is not declared.
    subscript(name: String) -> TemplateShape? {
        guard case .message(let message) = self else { return nil }
        return message[name]
    }
}
