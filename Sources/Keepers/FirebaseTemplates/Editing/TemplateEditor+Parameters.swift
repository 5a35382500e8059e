import ExperimentsCore

// Parameters, their values and their groups.
extension TemplateEditor {
    private static let kinds: Set<String> = [
        "value", "useInAppDefault", "personalizationValue", "rolloutValue", "experimentValue",
    ]

    mutating func setValue(
        _ value: TemplateValue, of key: String, when condition: String?
    ) throws(TemplateEditProblem) {
        guard let condition else {
            return try editParameter(key) {
                $0["defaultValue"] = Self.value(value, replacing: $0["defaultValue"])
            }
        }
        guard template.conditions.contains(where: { $0.name == condition }) else {
            throw .noCondition(condition, template)
        }
        let order = template.conditions.map(\.name)
        try editParameter(key) { parameter in
            parameter.editObject("conditionalValues") { values in
                values[condition] = Self.value(value, replacing: values[condition])
                values = Self.ordered(values, by: order)
            }
        }
    }

    /// Removes the known members of the old value; unknown ones stay.
    private static func value(_ value: TemplateValue, replacing old: JSONValue?) -> JSONValue {
        guard let new = value.json.object, let old = old?.object else { return value.json }
        return .object(JSONObject(setting: new.members + old.members.filter { !kinds.contains($0.name) }))
    }

    /// Returns conditional values in the order of the conditions, which determines precedence. Values of unknown
    /// conditions are last.
    static func ordered(_ values: JSONObject, by names: [String]) -> JSONObject {
        let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let members = values.members.enumerated().sorted { first, second in
            let (one, other) = (places[first.element.name] ?? .max, places[second.element.name] ?? .max)
            return (one, first.offset) < (other, second.offset)
        }
        return JSONObject(distinct: members.map(\.element))
    }

    mutating func removeValue(of key: String, when condition: String?) throws(TemplateEditProblem) {
        let parameter = try parameter(key)
        guard let condition else {
            guard parameter.defaultValue != nil else {
                throw TemplateEditProblem("\(key) already has no default")
            }
            return try editParameter(key) { $0["defaultValue"] = nil }
        }
        guard parameter.value(when: condition) != nil else {
            let names = parameter.conditionalValues.map(\.condition)
            throw TemplateEditProblem(
                "\(key) has no value under the condition \(Quotation.of(condition))",
                advice: SpellingSuggestion.nearest(to: condition, in: names).map {
                    "did you mean \(Quotation.of($0))?"
                })
        }
        try editParameter(key) { parameter in
            parameter.editObject("conditionalValues") { $0[condition] = nil }
            if parameter["conditionalValues"]?.object?.isEmpty == true {
                parameter["conditionalValues"] = nil
            }
        }
    }

    mutating func addParameter(
        _ key: String, _ value: TemplateValue, type: TemplateParameter.ValueType?, group: String?
    ) throws(TemplateEditProblem) {
        guard template.parameter(key) == nil else { throw .exists("parameter", key) }
        let parameter = TemplateParameter(key: key, group: group, defaultValue: value, type: type)
        editParameters(of: group) { $0[key] = .object(parameter.json) }
    }

    /// Changes the percentage of a rollout in every value that it decides.
    mutating func setRollout(_ id: String, _ percent: String) throws(TemplateEditProblem) {
        guard let number = Double(percent), (1...100).contains(number) else {
            throw TemplateEditProblem(
                "invalid percentage \(Quotation.of(percent)): expected a number from 1 to 100")
        }
        var isFound = false
        for parameter in template.parameters {
            for conditional in parameter.conditionalValues where conditional.value.rollout?.id == id {
                isFound = true
                try editParameter(parameter.key) { object in
                    object.editObject("conditionalValues") { values in
                        values.editObject(conditional.condition) { value in
                            value.editObject("rolloutValue") {
                                $0["percent"] = .number(NumberText.text(of: number))
                            }
                        }
                    }
                }
            }
        }
        guard !isFound else { return }
        let ids = Set(template.studies.map(\.reference).filter { $0.kind == .rollout }.map(\.id)).sorted()
        throw TemplateEditProblem(
            "the template has no value of the rollout \(Quotation.of(id))",
            advice: SpellingSuggestion.nearest(to: id, in: ids).map { "did you mean \(Quotation.of($0))?" }
                ?? "start it in the Firebase console")
    }

    mutating func renameParameter(_ key: String, to new: String) throws(TemplateEditProblem) {
        let parameter = try parameter(key)
        guard template.parameter(new) == nil else { throw .exists("parameter", new) }
        editParameters(of: parameter.group) { $0 = $0.renaming(key, to: new) }
    }

    mutating func moveParameter(_ key: String, to group: String?) throws(TemplateEditProblem) {
        guard try parameter(key).group != group else { return }
        let parameter = try takeParameter(key)
        editParameters(of: group) { $0[key] = .object(parameter.json) }
    }

    mutating func addGroup(_ name: String, _ description: String?) throws(TemplateEditProblem) {
        guard !template.groups.contains(where: { $0.name == name }) else { throw .exists("group", name) }
        json.editObject("parameterGroups") { groups in
            groups.editObject(name) { group in
                group["description"] = description.map(JSONValue.string)
                group["parameters"] = [:]
            }
        }
    }

    mutating func editGroup(_ name: String, _ change: (inout JSONObject) -> Void) throws(TemplateEditProblem)
    {
        guard template.groups.contains(where: { $0.name == name }) else { throw .noGroup(name, template) }
        json.editObject("parameterGroups") { $0.editObject(name, change) }
    }

    mutating func removeGroup(_ name: String) throws(TemplateEditProblem) {
        var kept: [JSONObject.Member] = []
        try editGroup(name) { kept = $0["parameters"]?.object?.members ?? [] }
        json.editObject("parameterGroups") { $0[name] = nil }
        if json["parameterGroups"]?.object?.isEmpty == true { json["parameterGroups"] = nil }
        guard !kept.isEmpty else { return }
        json.editObject("parameters") { $0 = JSONObject(setting: $0.members + kept) }
    }
}

// Conditions and their order.
extension TemplateEditor {
    private func index(of name: String) throws(TemplateEditProblem) -> Int {
        guard let index = conditions.firstIndex(where: { Self.name($0) == name }) else {
            throw .noCondition(name, template)
        }
        return index
    }

    private var conditions: [JSONValue] { json["conditions"]?.array ?? [] }

    private static func name(_ condition: JSONValue) -> String? { condition.object?["name"]?.string }

    mutating func editCondition(_ name: String, _ change: (inout JSONObject) -> Void)
        throws(TemplateEditProblem)
    {
        let index = try index(of: name)
        var conditions = conditions
        var condition = conditions[index].object ?? JSONObject()
        change(&condition)
        conditions[index] = .object(condition)
        json["conditions"] = .array(conditions)
    }

    mutating func addCondition(
        _ name: String, _ expression: String, at place: Int?, color: String?
    ) throws(TemplateEditProblem) {
        var conditions = conditions
        guard !conditions.contains(where: { Self.name($0) == name }) else { throw .exists("condition", name) }
        let place = max(0, min(place ?? conditions.count, conditions.count))
        var condition = JSONObject()
        condition["name"] = .string(name)
        condition["expression"] = .string(expression)
        condition["tagColor"] = color.map(JSONValue.string)
        conditions.insert(.object(condition), at: place)
        json["conditions"] = .array(conditions)
    }

    mutating func setPercent(_ percent: String, of name: String) throws(TemplateEditProblem) {
        let index = try index(of: name)
        guard let text = conditions[index].object?["expression"]?.string else {
            throw TemplateEditProblem("the condition \(Quotation.of(name)) has no expression")
        }
        let new = try PercentClause.setting(percent, in: text)
        try editCondition(name) { $0["expression"] = .string(new) }
    }

    mutating func renameCondition(_ name: String, to new: String) throws(TemplateEditProblem) {
        _ = try index(of: name)
        guard name != new else { return }
        guard !conditions.contains(where: { Self.name($0) == new }) else { throw .exists("condition", new) }
        try editCondition(name) { $0["name"] = .string(new) }
        editConditionalValues { $0 = $0.renaming(name, to: new) }
    }

    mutating func moveCondition(_ name: String, to place: Int) throws(TemplateEditProblem) {
        var conditions = conditions
        let condition = conditions.remove(at: try index(of: name))
        conditions.insert(condition, at: max(0, min(place, conditions.count)))
        json["conditions"] = .array(conditions)
        let names = conditions.compactMap(Self.name)
        editConditionalValues { $0 = Self.ordered($0, by: names) }
    }

    mutating func removeCondition(_ name: String) throws(TemplateEditProblem) {
        var conditions = conditions
        conditions.remove(at: try index(of: name))
        json["conditions"] = .array(conditions)
        editConditionalValues { $0[name] = nil }
    }

    /// Changes the conditional values of every parameter that has some. If none are left, the member is removed.
    private mutating func editConditionalValues(_ change: (inout JSONObject) -> Void) {
        for parameter in template.parameters where !parameter.conditionalValues.isEmpty {
            editParameters(of: parameter.group) { parameters in
                parameters.editObject(parameter.key) { object in
                    object.editObject("conditionalValues", change)
                    if object["conditionalValues"]?.object?.isEmpty == true {
                        object["conditionalValues"] = nil
                    }
                }
            }
        }
    }
}
