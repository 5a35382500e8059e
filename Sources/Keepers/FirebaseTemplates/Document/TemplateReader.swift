import ExperimentsCore

/// Finds the conditions and parameters of a template's document and checks their shape. Collects every problem.
struct TemplateReader {
    private(set) var problems: [TemplateProblem] = []

    /// Reads the text of a document; its problems have their places in the text and are in the text's order.
    static func read(_ bytes: [UInt8]) -> (template: RemoteConfigTemplate, problems: [TemplateProblem]) {
        do {
            var reader = TemplateReader()
            let template = reader.template(try JSONValue(parsing: bytes))
            return (template, reader.problems.placed(in: bytes))
        } catch {
            let problem = TemplateProblem(
                path: DocumentPath(), "is not JSON: \(error.message)", line: error.line, column: error.column)
            return (RemoteConfigTemplate(), [problem])
        }
    }

    mutating func template(_ json: JSONValue) -> RemoteConfigTemplate {
        let root = DocumentPath()
        guard let document = json.object else {
            add(root, "must be an object, found \(json.kindName)")
            return RemoteConfigTemplate()
        }
        return RemoteConfigTemplate(
            json: document, conditions: conditions(document["conditions"], at: root["conditions"]),
            parameters: parameters(of: document))
    }

    private mutating func conditions(_ json: JSONValue?, at path: DocumentPath) -> [TemplateCondition] {
        guard let json, json != .null else { return [] }
        guard let elements = json.array else {
            wrongKind(path, "an array", json)
            return []
        }
        return elements.enumerated().compactMap { condition($0.element, at: path[$0.offset]) }
    }

    private mutating func condition(_ json: JSONValue, at path: DocumentPath) -> TemplateCondition? {
        guard let object = json.object else {
            wrongKind(path, "an object", json)
            return nil
        }
        guard let name = object["name"] else {
            add(path, "has no name")
            return nil
        }
        guard let name = text(name, at: path["name"]), !name.isEmpty else {
            if name.string == "" { add(path["name"], "is empty") }
            return nil
        }
        var tree: JSONObject?
        if let json = Self.member("condition", of: object) { tree = members(json, at: path["condition"]) }
        return TemplateCondition(
            name: name, expression: Self.member("expression", of: object).flatMap { text($0, at: path["expression"]) },
            tree: tree,
            tagColor: Self.member("tagColor", of: object).flatMap { text($0, at: path["tagColor"]) }, json: object)
    }

    private mutating func parameters(of document: JSONObject) -> [TemplateParameter] {
        let root = DocumentPath()
        var found: [TemplateParameter] = []
        var places: [String: DocumentPath] = [:]
        read(document["parameters"], at: root["parameters"], group: nil, &found, &places)
        let groups = root["parameterGroups"]
        for group in members(document["parameterGroups"], at: groups).members {
            guard let object = members(group.value, at: groups[group.name]) else { continue }
            _ = Self.member("description", of: object).flatMap { text($0, at: groups[group.name]["description"]) }
            read(object["parameters"], at: groups[group.name]["parameters"], group: group.name, &found, &places)
        }
        return found
    }

    private mutating func read(
        _ json: JSONValue?, at path: DocumentPath, group: String?, _ found: inout [TemplateParameter],
        _ places: inout [String: DocumentPath]
    ) {
        for member in members(json, at: path).members {
            let place = path[member.name]
            if let other = places.updateValue(place, forKey: member.name) {
                add(
                    place, "is declared a second time; it is also \(other)", rule: .duplicateKey,
                    advice: "keep one of the two")
            }
            if let parameter = parameter(member, at: place, group: group) { found.append(parameter) }
        }
    }

    private mutating func parameter(
        _ member: JSONObject.Member, at path: DocumentPath, group: String?
    ) -> TemplateParameter? {
        guard !member.name.isEmpty else {
            add(path, "has an empty name", rule: .parameterKey)
            return nil
        }
        guard let json = members(member.value, at: path) else { return nil }
        let valueType = Self.member("valueType", of: json).flatMap { text($0, at: path["valueType"]) }
        _ = Self.member("description", of: json).flatMap { text($0, at: path["description"]) }
        let conditional = path["conditionalValues"]
        var conditionalValues: [ConditionalValue] = []
        for member in members(json["conditionalValues"], at: conditional).members {
            guard let value = value(member.value, at: conditional[member.name]) else { continue }
            conditionalValues.append(ConditionalValue(condition: member.name, value: value))
        }
        return TemplateParameter(
            key: member.name, group: group, valueType: valueType.flatMap(TemplateParameter.ValueType.init),
            defaultValue: Self.member("defaultValue", of: json).flatMap { value($0, at: path["defaultValue"]) },
            conditionalValues: conditionalValues, json: json)
    }

    private mutating func value(_ json: JSONValue, at path: DocumentPath) -> TemplateValue? {
        guard let object = json.object else {
            wrongKind(path, "an object such as {\"value\": \"…\"}", json)
            return nil
        }
        var isInAppDefault = false
        if let flag = Self.member("useInAppDefault", of: object) {
            guard let isUsed = flag.bool else {
                wrongKind(path["useInAppDefault"], "true or false", flag)
                return nil
            }
            isInAppDefault = isUsed
        }
        if let json = Self.member("value", of: object) {
            guard let text = json.string else {
                add(
                    path["value"], "must be a string (every value is text), found \(json.kindName)",
                    rule: .valueIsText, advice: "put the value in quotation marks")
                return nil
            }
            // As the SDKs have it: where both are said, the app's own default is used.
            return isInAppDefault ? .inAppDefault : .text(text)
        }
        return isInAppDefault ? .inAppDefault : .other(object)
    }
}

extension TemplateReader {
    /// A member that says something: as everywhere with protobuf, `null` is the same as nothing.
    private static func member(_ name: String, of object: JSONObject) -> JSONValue? {
        guard let value = object[name], value != .null else { return nil }
        return value
    }

    private mutating func members(_ json: JSONValue?, at path: DocumentPath) -> JSONObject {
        guard let json, json != .null else { return JSONObject() }
        return members(json, at: path) ?? JSONObject()
    }

    private mutating func members(_ json: JSONValue, at path: DocumentPath) -> JSONObject? {
        if json.object == nil { wrongKind(path, "an object", json) }
        return json.object
    }

    private mutating func text(_ json: JSONValue, at path: DocumentPath) -> String? {
        if json.string == nil { wrongKind(path, "a string", json) }
        return json.string
    }

    private mutating func wrongKind(_ path: DocumentPath, _ expected: String, _ found: JSONValue) {
        add(path, "must be \(expected), found \(found.kindName)")
    }

    private mutating func add(
        _ path: DocumentPath, _ message: String, rule: TemplateRule? = nil, advice: String? = nil
    ) {
        problems.append(TemplateProblem(path: path, message, rule: rule ?? .shape, advice: advice))
    }
}
