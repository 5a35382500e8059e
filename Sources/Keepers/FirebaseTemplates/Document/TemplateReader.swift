import ExperimentsCore

/// Finds the conditions and parameters of a template's document and checks their shape. Collects every problem. As
/// everywhere with protobuf, `null` is the same as nothing.
struct TemplateReader {
    private var decoder = DocumentDecoder<JSONValue>(unknownMembers: .ignored)
    private var parameters: [TemplateParameter] = []
    private var places: [String: DocumentPath] = [:]

    var problems: [TemplateProblem] { decoder.faults.map(TemplateProblem.init) }

    /// Reads the text of a document; its problems have their places in the text and are in the text's order.
    static func read(_ bytes: [UInt8]) -> (template: RemoteConfigTemplate, problems: [TemplateProblem]) {
        do {
            var reader = TemplateReader()
            let template = reader.template(try JSONValue(parsing: bytes))
            return (template, reader.problems.placed(in: bytes))
        } catch {
            let problem = TemplateProblem(
                path: DocumentPath(), "is not JSON: \(error.message)",
                line: error.line, column: error.column)
            return (RemoteConfigTemplate(), [problem])
        }
    }

    mutating func template(_ json: JSONValue) -> RemoteConfigTemplate {
        let json = TemplateShape.template.canonical(json) ?? json
        guard let root = record(json), let document = json.object else { return RemoteConfigTemplate() }
        let conditions = conditions(root)
        readParameters(of: root, group: nil)
        readGroups(root)
        return RemoteConfigTemplate(json: document, conditions: conditions, parameters: parameters)
    }

    private mutating func conditions(_ root: DocumentRecord<JSONValue>) -> [TemplateCondition] {
        decoder.enter("conditions")
        defer { decoder.leave() }
        guard let json = root["conditions"], let elements = decoder.list(json) else { return [] }
        var conditions: [TemplateCondition] = []
        for (index, element) in elements.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            if let condition = condition(element) { conditions.append(condition) }
        }
        return conditions
    }

    private mutating func condition(_ json: JSONValue) -> TemplateCondition? {
        guard let record = record(json), let object = json.object,
            let name = decoder.requiredText("name", of: record)
        else { return nil }
        guard !name.isEmpty else { return decoder.refuse("is empty", at: "name", json) }
        return TemplateCondition(
            name: name, expression: decoder.text("expression", of: record),
            tree: record["condition"].flatMap { self.object($0, at: "condition") },
            tagColor: decoder.text("tagColor", of: record), json: object)
    }

    private mutating func readGroups(_ root: DocumentRecord<JSONValue>) {
        guard let groups = root["parameterGroups"].flatMap({ object($0, at: "parameterGroups") }) else {
            return
        }
        decoder.enter("parameterGroups")
        defer { decoder.leave() }
        for group in groups.members {
            decoder.enter(group.name)
            defer { decoder.leave() }
            guard let record = record(group.value) else { continue }
            _ = decoder.text("description", of: record)
            readParameters(of: record, group: group.name)
        }
    }

    private mutating func readParameters(of record: DocumentRecord<JSONValue>, group: String?) {
        guard let members = record["parameters"].flatMap({ object($0, at: "parameters") }) else { return }
        decoder.enter("parameters")
        defer { decoder.leave() }
        for member in members.members {
            decoder.enter(member.name)
            defer { decoder.leave() }
            if let other = places.updateValue(decoder.path, forKey: member.name) {
                refuse(
                    "is declared a second time; it is also \(other)", rule: .duplicateKey,
                    advice: "keep one of the two")
            }
            if let parameter = parameter(member, group: group) { parameters.append(parameter) }
        }
    }

    private mutating func parameter(_ member: JSONObject.Member, group: String?) -> TemplateParameter? {
        guard !member.name.isEmpty else {
            refuse("has an empty name", rule: .parameterKey)
            return nil
        }
        guard let record = record(member.value), let json = member.value.object else { return nil }
        let valueType = decoder.text("valueType", of: record)
        _ = decoder.text("description", of: record)
        let conditionalValues = conditionalValues(of: record)
        return TemplateParameter(
            key: member.name, group: group, valueType: valueType.flatMap(TemplateParameter.ValueType.init),
            defaultValue: record["defaultValue"].flatMap { value($0, at: "defaultValue") },
            conditionalValues: conditionalValues, json: json)
    }

    private mutating func conditionalValues(of record: DocumentRecord<JSONValue>) -> [ConditionalValue] {
        guard let values = record["conditionalValues"].flatMap({ object($0, at: "conditionalValues") }) else {
            return []
        }
        decoder.enter("conditionalValues")
        defer { decoder.leave() }
        var conditionalValues: [ConditionalValue] = []
        for member in values.members {
            guard let value = value(member.value, at: member.name) else { continue }
            conditionalValues.append(ConditionalValue(condition: member.name, value: value))
        }
        return conditionalValues
    }

    private mutating func value(_ json: JSONValue, at name: String) -> TemplateValue? {
        decoder.enter(name)
        defer { decoder.leave() }
        let expected = "an object such as {\"value\": \"…\"}"
        guard let record = record(json, expected: expected), let object = json.object else { return nil }
        let isInAppDefault = decoder.truth("useInAppDefault", of: record)
        if isInAppDefault == nil, record["useInAppDefault"] != nil { return nil }
        guard let value = record["value"] else {
            return isInAppDefault == true ? .inAppDefault : .other(object)
        }
        guard let text = value.string else {
            return decoder.expected(
                "a string (every value is text)", at: "value", found: value,
                advice: value.object == nil && value.array == nil
                    ? "put the value in quotation marks" : #"write the JSON as text: "{\"key\": 1}""#,
                rule: TemplateRule.valueIsText.rawValue)
        }
        // As in the SDKs: if both are present, the app's own default is used.
        return isInAppDefault == true ? .inAppDefault : .text(text)
    }

    private mutating func record(_ json: JSONValue, expected: String? = nil) -> DocumentRecord<JSONValue>? {
        decoder.record(json, fields: nil, skipsNothing: true, expected: expected)
    }

    private mutating func object(_ json: JSONValue, at name: String) -> JSONObject? {
        if json.object == nil { decoder.expected("an object", at: name, found: json) }
        return json.object
    }

    private mutating func refuse(_ predicate: String, rule: TemplateRule, advice: String? = nil) {
        decoder.add(
            DocumentFault(decoder.path, predicate, form: .predicate, advice: advice, rule: rule.rawValue))
    }
}
