import ExperimentsCore

extension RemoteConfigTemplate {
    /// Sets the default value of a parameter. The rest of an existing parameter stays, and a new one is added at the
    /// end.
    ///
    /// - Parameters:
    ///   - type: the type of a new parameter.
    ///   - group: the group of a new parameter; nil for none.
    public mutating func setDefaultValue(
        _ value: TemplateValue, of key: String, type: TemplateParameter.ValueType = .string, group: String? = nil
    ) {
        if let index = parameters.firstIndex(where: { $0.key == key }) {
            parameters[index].setDefaultValue(value)
            write(parameters[index])
        } else {
            let parameter = TemplateParameter(key: key, group: group, defaultValue: value, type: type)
            parameters.append(parameter)
            write(parameter)
        }
    }

    /// Removes a parameter, also from a group. Does nothing if there is no such parameter.
    public mutating func removeParameter(_ key: String) {
        guard let index = parameters.firstIndex(where: { $0.key == key }) else { return }
        let parameter = parameters.remove(at: index)
        edit(parameter.group) { $0[key] = nil }
    }

    private mutating func write(_ parameter: TemplateParameter) {
        edit(parameter.group) { $0[parameter.key] = .object(parameter.json) }
    }

    /// Changes the `parameters` object of the document or of one of its groups.
    private mutating func edit(_ group: String?, _ change: (inout JSONObject) -> Void) {
        guard let group else {
            var members = json["parameters"]?.object ?? JSONObject()
            change(&members)
            json["parameters"] = .object(members)
            return
        }
        var groups = json["parameterGroups"]?.object ?? JSONObject()
        var object = groups[group]?.object ?? JSONObject()
        var members = object["parameters"]?.object ?? JSONObject()
        change(&members)
        object["parameters"] = .object(members)
        groups[group] = .object(object)
        json["parameterGroups"] = .object(groups)
    }
}
