import ExperimentsCore

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

    mutating func editCondition(
        _ name: String, _ change: (inout JSONObject) -> Void
    ) throws(TemplateEditProblem) {
        let index = try index(of: name)
        var conditions = conditions
        var condition = conditions[index].object ?? JSONObject()
        change(&condition)
        conditions[index] = .object(condition)
        json["conditions"] = .array(conditions)
    }

    mutating func addCondition(
        _ name: String, _ expression: String, at place: Int?
    ) throws(TemplateEditProblem) {
        var conditions = conditions
        guard !conditions.contains(where: { Self.name($0) == name }) else { throw .exists("condition", name) }
        let place = max(0, min(place ?? conditions.count, conditions.count))
        conditions.insert(["name": .string(name), "expression": .string(expression)], at: place)
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

    /// Changes the conditional values of every parameter that has some. Where none are left, the member goes.
    private mutating func editConditionalValues(_ change: (inout JSONObject) -> Void) {
        for parameter in template.parameters where !parameter.conditionalValues.isEmpty {
            editParameters(of: parameter.group) { parameters in
                parameters.editObject(parameter.key) { object in
                    object.editObject("conditionalValues", change)
                    if object["conditionalValues"]?.object?.isEmpty == true { object["conditionalValues"] = nil }
                }
            }
        }
    }
}
