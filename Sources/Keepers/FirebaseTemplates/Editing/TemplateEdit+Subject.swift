import ExperimentsCore

extension TemplateEdit {
    /// What the edit is about, as a template has it: two templates agree on it where others changed something else
    /// only. Nil where it is not there.
    ///
    /// - Parameter other: the template that it is compared with. An order is that of the conditions that both have.
    func subject(in template: RemoteConfigTemplate, beside other: RemoteConfigTemplate) -> JSONValue? {
        switch self {
        case .setValue(let key, nil, _), .removeValue(let key, nil):
            template.parameter(key)?.json["defaultValue"]
        case .setValue(let key, let name?, _), .removeValue(let key, let name?):
            template.parameter(key)?.json["conditionalValues"]?.object?[name]
        case .addParameter(let key, _, _, _), .removeParameter(let key):
            template.parameter(key).map { .object($0.json) }
        case .renameParameter(let key, let new):
            .array([.bool(template.parameter(key) != nil), .bool(template.parameter(new) != nil)])
        case .setType(let key, _): template.parameter(key)?.json["valueType"]
        case .describeParameter(let key, _): template.parameter(key)?.json["description"]
        case .moveParameter(let key, _): template.parameter(key).map { .string($0.group ?? "") }
        case .addCondition(let name, _, _): template.condition(name).map { .object($0.json) }
        case .setExpression(let name, _): template.condition(name)?.json["expression"]
        case .setPercent(let name, _): template.condition(name).map(Self.percent)
        case .renameCondition(let name, let new):
            .array([.bool(template.condition(name) != nil), .bool(template.condition(new) != nil)])
        case .moveCondition: Self.order(template, other)
        case .removeCondition(let name): Self.whole(name, in: template)
        case .addGroup(let name, _): template.group(name).map { .string($0.description ?? "") }
        case .describeGroup(let name, _): template.group(name).map { .string($0.description ?? "") }
        case .removeGroup(let name): template.group(name).map { .array($0.keys.sorted().map { .string($0) }) }
        }
    }

    /// The share alone: others may change the rest of the expression.
    private static func percent(of condition: TemplateCondition) -> JSONValue {
        guard let expression = condition.expression, let clause = PercentClause(expression) else { return .null }
        return .string("\(NumberText.text(of: clause.share)) %")
    }

    private static func order(_ template: RemoteConfigTemplate, _ other: RemoteConfigTemplate) -> JSONValue {
        let known = Set(other.conditions.map(\.name))
        let names = template.conditions.map(\.name).filter(known.contains)
        return .string(names.joined(separator: ", "))
    }

    /// A condition with everything that goes together with it.
    private static func whole(_ name: String, in template: RemoteConfigTemplate) -> JSONValue? {
        guard let condition = template.condition(name) else { return nil }
        var values = JSONObject()
        for parameter in template.parameters {
            guard let value = parameter.value(when: name) else { continue }
            values[parameter.key] = value.json
        }
        return ["expression": condition.json["expression"] ?? .null, "values": .object(values)]
    }
}

extension RemoteConfigTemplate {
    /// Returns the condition called `name`; nil if there is none.
    public func condition(_ name: String) -> TemplateCondition? {
        conditions.first { $0.name == name }
    }

    /// Returns the group called `name`; nil if there is none.
    public func group(_ name: String) -> TemplateGroup? {
        groups.first { $0.name == name }
    }
}
