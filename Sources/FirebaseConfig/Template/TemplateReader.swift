import ExperimentsCore

/// Finds the parameters of a template's document and checks their shape.
enum TemplateReader {
    static func parameters(of document: JSONObject) throws(TemplateProblem) -> [TemplateParameter] {
        var found: [TemplateParameter] = []
        var places: [String: [String]] = [:]
        func read(_ object: JSONObject, at path: [String], group: String?) throws(TemplateProblem) {
            for member in try Self.object("parameters", in: object, path).members {
                let place = path + ["parameters", member.name]
                if let other = places.updateValue(place, forKey: member.name) {
                    throw TemplateProblem(
                        path: place, "is declared a second time; it is also \(other.joined(separator: "."))")
                }
                found.append(try parameter(member, at: place, group: group))
            }
        }
        try read(document, at: [], group: nil)
        for group in try object("parameterGroups", in: document, []).members {
            let path = ["parameterGroups", group.name]
            guard let object = group.value.object else { throw wrongKind(path, "an object", group.value) }
            try read(object, at: path, group: group.name)
        }
        return found
    }

    private static func parameter(
        _ member: JSONObject.Member, at path: [String], group: String?
    ) throws(TemplateProblem) -> TemplateParameter {
        guard !member.name.isEmpty else { throw TemplateProblem(path: path, "has an empty name") }
        guard let json = member.value.object else { throw wrongKind(path, "an object", member.value) }
        var valueType: TemplateParameter.ValueType?
        if let type = json["valueType"] {
            guard let name = type.string else { throw wrongKind(path + ["valueType"], "a string", type) }
            valueType = TemplateParameter.ValueType(rawValue: name)
        }
        var defaultValue: TemplateValue?
        if let json = json["defaultValue"] { defaultValue = try value(json, at: path + ["defaultValue"]) }
        for conditional in try object("conditionalValues", in: json, path).members {
            _ = try value(conditional.value, at: path + ["conditionalValues", conditional.name])
        }
        return TemplateParameter(
            key: member.name, group: group, valueType: valueType, defaultValue: defaultValue, json: json)
    }

    private static func value(_ json: JSONValue, at path: [String]) throws(TemplateProblem) -> TemplateValue {
        guard let object = json.object else { throw wrongKind(path, "an object such as {\"value\": \"…\"}", json) }
        if let text = object["value"] {
            guard let text = text.string else {
                throw wrongKind(path + ["value"], "a string (every value is text)", text)
            }
            return .text(text)
        }
        if let flag = object["useInAppDefault"] {
            guard let isUsed = flag.bool else { throw wrongKind(path + ["useInAppDefault"], "true or false", flag) }
            if isUsed { return .inAppDefault }
        }
        return .other(object)
    }

    private static func object(
        _ name: String, in object: JSONObject, _ path: [String]
    ) throws(TemplateProblem) -> JSONObject {
        guard let value = object[name] else { return JSONObject() }
        guard let members = value.object else { throw wrongKind(path + [name], "an object", value) }
        return members
    }

    private static func wrongKind(_ path: [String], _ expected: String, _ found: JSONValue) -> TemplateProblem {
        TemplateProblem(path: path, "must be \(expected), found \(found.kindName)")
    }
}
