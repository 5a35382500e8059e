import ExperimentsCore

extension RemoteConfigTemplate {
    /// Returns the template with an edit applied. Members that this package does not know are not changed.
    ///
    /// - Throws: `TemplateEditProblem` if the edit refers to something that does not exist, or adds something that
    ///   does. ``TemplateValidator`` checks whether the result follows the rules of the service.
    public func applying(_ edit: TemplateEdit) throws(TemplateEditProblem) -> RemoteConfigTemplate {
        var editor = TemplateEditor(self)
        switch edit {
        case .setValue(let key, let condition, let value):
            try editor.setValue(value, of: key, when: condition)
        case .removeValue(let key, let condition): try editor.removeValue(of: key, when: condition)
        case .addParameter(let key, let value, let type, let group):
            try editor.addParameter(key, value, type: type, group: group)
        case .removeParameter(let key): _ = try editor.takeParameter(key)
        case .renameParameter(let key, let new): try editor.renameParameter(key, to: new)
        case .setType(let key, let type):
            try editor.editParameter(key) { $0["valueType"] = .string(type.rawValue) }
        case .describeParameter(let key, let text):
            try editor.editParameter(key) { $0["description"] = text.map(JSONValue.string) }
        case .moveParameter(let key, let group): try editor.moveParameter(key, to: group)
        case .addCondition(let name, let expression, let index, let color):
            try editor.addCondition(name, expression, at: index, color: color)
        case .setExpression(let name, let expression):
            try editor.editCondition(name) { $0["expression"] = .string(expression) }
        case .setPercent(let name, let percent): try editor.setPercent(percent, of: name)
        case .setColor(let name, let color):
            try editor.editCondition(name) { $0["tagColor"] = color.map { .string($0.rawValue) } }
        case .setRollout(let id, let percent): try editor.setRollout(id, percent)
        case .renameCondition(let name, let new): try editor.renameCondition(name, to: new)
        case .moveCondition(let name, let index): try editor.moveCondition(name, to: index)
        case .removeCondition(let name): try editor.removeCondition(name)
        case .addGroup(let name, let description): try editor.addGroup(name, description)
        case .describeGroup(let name, let text):
            try editor.editGroup(name) { $0["description"] = text.map(JSONValue.string) }
        case .removeGroup(let name): try editor.removeGroup(name)
        case .allowEnding: return self
        }
        do throws(TemplateProblem) {
            return try RemoteConfigTemplate(.object(editor.json))
        } catch {
            throw TemplateEditProblem(error)
        }
    }
}

/// Changes the document of a template in place, member by member.
struct TemplateEditor {
    let template: RemoteConfigTemplate
    var json: JSONObject

    init(_ template: RemoteConfigTemplate) {
        (self.template, json) = (template, template.json)
    }

    /// Changes the parameters outside any group, or those of one.
    mutating func editParameters(of group: String?, _ change: (inout JSONObject) -> Void) {
        guard let group else { return json.editObject("parameters", change) }
        json.editObject("parameterGroups") { groups in
            groups.editObject(group) { $0.editObject("parameters", change) }
        }
    }

    /// Changes a parameter, wherever it is.
    mutating func editParameter(_ key: String, _ change: (inout JSONObject) -> Void)
        throws(TemplateEditProblem)
    {
        let parameter = try parameter(key)
        editParameters(of: parameter.group) { $0.editObject(key, change) }
    }

    func parameter(_ key: String) throws(TemplateEditProblem) -> TemplateParameter {
        guard let parameter = template.parameter(key) else { throw .noParameter(key, template) }
        return parameter
    }

    /// Removes a parameter, and returns it.
    mutating func takeParameter(_ key: String) throws(TemplateEditProblem) -> TemplateParameter {
        let parameter = try parameter(key)
        editParameters(of: parameter.group) { $0[key] = nil }
        return parameter
    }
}

extension JSONObject {
    /// Changes the object of a member; an empty one if there is none.
    mutating func editObject(_ name: String, _ change: (inout JSONObject) -> Void) {
        var object = self[name]?.object ?? JSONObject()
        change(&object)
        self[name] = .object(object)
    }

    /// Returns the same members, with one of them renamed.
    func renaming(_ name: String, to new: String) -> JSONObject {
        JSONObject(distinct: members.map { $0.name == name ? Member(name: new, value: $0.value) : $0 })
    }
}
