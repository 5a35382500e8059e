import ExperimentsCore

extension TemplateEdit {
    /// The edit as a draft stores it: `{"do": "set-value", "key": "color", "condition": "ios", "value": {"value":
    /// "red"}}`.
    package var json: JSONValue {
        switch self {
        case .setValue(let key, let condition, let value):
            Self.object("set-value", ["key": key, "condition": condition], others: ["value": value.json])
        case .removeValue(let key, let condition):
            Self.object("remove-value", ["key": key, "condition": condition])
        case .addParameter(let key, let value, let type, let group):
            Self.object(
                "add-parameter", ["key": key, "type": type?.rawValue, "group": group],
                others: ["value": value.json])
        case .removeParameter(let key): Self.object("remove-parameter", ["key": key])
        case .renameParameter(let key, let new): Self.object("rename-parameter", ["key": key, "to": new])
        case .setType(let key, let type): Self.object("set-type", ["key": key, "type": type.rawValue])
        case .describeParameter(let key, let text):
            Self.object("describe-parameter", ["key": key, "description": text])
        case .moveParameter(let key, let group): Self.object("move-parameter", ["key": key, "group": group])
        case .addCondition(let name, let expression, let index, let color):
            Self.object(
                "add-condition", ["name": name, "expression": expression, "color": color],
                others: ["index": index.map(Self.number)])
        case .setExpression(let name, let text):
            Self.object("set-expression", ["name": name, "expression": text])
        case .setPercent(let name, let percent):
            Self.object("set-percent", ["name": name, "percent": percent])
        case .setColor(let name, let color):
            Self.object("set-color", ["name": name, "color": color?.rawValue])
        case .setRollout(let id, let percent): Self.object("set-rollout", ["id": id, "percent": percent])
        case .renameCondition(let name, let new): Self.object("rename-condition", ["name": name, "to": new])
        case .moveCondition(let name, let index):
            Self.object("move-condition", ["name": name], others: ["index": Self.number(index)])
        case .removeCondition(let name): Self.object("remove-condition", ["name": name])
        case .addGroup(let name, let text): Self.object("add-group", ["name": name, "description": text])
        case .describeGroup(let name, let text):
            Self.object("describe-group", ["name": name, "description": text])
        case .removeGroup(let name): Self.object("remove-group", ["name": name])
        case .allowEnding(let study):
            Self.object("allow-ending", ["kind": study.kind.rawValue, "id": study.id])
        }
    }

    private static func number(_ index: Int) -> JSONValue { .number(String(index)) }

    private static func object(
        _ action: String, _ texts: KeyValuePairs<String, String?>,
        others: KeyValuePairs<String, JSONValue?> = [:]
    ) -> JSONValue {
        var members = JSONObject()
        members["do"] = .string(action)
        for (name, text) in texts { members[name] = text.map(JSONValue.string) }
        for (name, value) in others { members[name] = value }
        return .object(members)
    }

    /// Reads an edit.
    ///
    /// - Throws: `DocumentFault` if something is missing or unknown.
    init(_ json: JSONValue, at path: DocumentPath) throws(DocumentFault) {
        guard let object = json.object else {
            throw DocumentFault(path, DocumentWords.expected("an object", found: json.found))
        }
        let fields = EditFields(object: object, path: path)
        switch try fields.text("do") {
        case "set-value":
            self = .setValue(
                key: try fields.text("key"), condition: fields.optional("condition"), try fields.value())
        case "remove-value":
            self = .removeValue(key: try fields.text("key"), condition: fields.optional("condition"))
        case "add-parameter":
            self = .addParameter(
                key: try fields.text("key"), try fields.value(),
                type: fields.object["type"] == nil ? nil : try fields.type(),
                group: fields.optional("group"))
        case "remove-parameter": self = .removeParameter(key: try fields.text("key"))
        case "rename-parameter":
            self = .renameParameter(key: try fields.text("key"), to: try fields.text("to"))
        case "set-type": self = .setType(key: try fields.text("key"), try fields.type())
        case "describe-parameter":
            self = .describeParameter(key: try fields.text("key"), fields.optional("description"))
        case "move-parameter":
            self = .moveParameter(key: try fields.text("key"), group: fields.optional("group"))
        case "add-condition":
            self = .addCondition(
                name: try fields.text("name"), expression: try fields.text("expression"),
                index: fields.object["index"]?.int, color: fields.optional("color"))
        case "set-expression":
            self = .setExpression(condition: try fields.text("name"), try fields.text("expression"))
        case "set-percent": self = .setPercent(condition: try fields.text("name"), try fields.text("percent"))
        case "set-color": self = .setColor(condition: try fields.text("name"), try fields.color())
        case "set-rollout": self = .setRollout(id: try fields.text("id"), percent: try fields.text("percent"))
        case "rename-condition":
            self = .renameCondition(name: try fields.text("name"), to: try fields.text("to"))
        case "move-condition": self = .moveCondition(name: try fields.text("name"), index: try fields.index())
        case "remove-condition": self = .removeCondition(name: try fields.text("name"))
        case "add-group":
            self = .addGroup(name: try fields.text("name"), description: fields.optional("description"))
        case "describe-group":
            self = .describeGroup(name: try fields.text("name"), fields.optional("description"))
        case "remove-group": self = .removeGroup(name: try fields.text("name"))
        case "allow-ending": self = .allowEnding(StudyReference(try fields.kind(), id: try fields.text("id")))
        case let other:
            throw DocumentFault(
                path["do"], "\(Quotation.of(other)) is not an edit that this version of the program knows",
                advice: "use the version of the program that wrote it")
        }
    }
}

/// The members of an edit.
private struct EditFields {
    let object: JSONObject
    let path: DocumentPath

    func text(_ name: String) throws(DocumentFault) -> String {
        guard let text = object[name]?.string else { throw expected("a string", name) }
        return text
    }

    func optional(_ name: String) -> String? { object[name]?.string }

    func index() throws(DocumentFault) -> Int {
        guard let index = object["index"]?.int, index >= 0 else {
            throw expected("a whole number from 0", "index")
        }
        return index
    }

    func type() throws(DocumentFault) -> TemplateParameter.ValueType {
        guard let type = TemplateParameter.ValueType(rawValue: try text("type")) else {
            throw expected("STRING, BOOLEAN, NUMBER or JSON", "type")
        }
        return type
    }

    func color() throws(DocumentFault) -> ConditionColor? {
        guard let text = optional("color") else { return nil }
        guard let color = ConditionColor(rawValue: text) else {
            throw expected("a color such as BLUE", "color")
        }
        return color
    }

    func kind() throws(DocumentFault) -> StudyReference.Kind {
        guard let kind = StudyReference.Kind(rawValue: try text("kind")) else {
            throw expected("experiment or rollout", "kind")
        }
        return kind
    }

    func value() throws(DocumentFault) -> TemplateValue {
        guard let value = object["value"]?.object else { throw expected("an object", "value") }
        if let text = value["value"]?.string { return .text(text) }
        return value["useInAppDefault"] == .bool(true) ? .inAppDefault : .other(value)
    }

    private func expected(_ words: String, _ name: String) -> DocumentFault {
        DocumentFault(path[name], DocumentWords.expected(words, found: object[name]?.found ?? "nothing"))
    }
}
