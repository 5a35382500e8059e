import ExperimentsCore

/// One parameter of a template.
public struct TemplateParameter: Sendable, Hashable {
    /// What a parameter's texts are meant to be. The service stores texts all the same.
    public enum ValueType: String, Sendable, Hashable {
        case string = "STRING"
        case boolean = "BOOLEAN"
        case number = "NUMBER"
        case json = "JSON"
        case unspecified = "PARAMETER_VALUE_TYPE_UNSPECIFIED"
    }

    /// The name under which apps ask for it.
    public let key: String
    /// The group it is listed under, if any.
    public let group: String?
    /// What its texts are meant to be; nil where the template does not say, or says something newer.
    public let valueType: ValueType?
    /// What it is for, as the template says.
    public var description: String? { json["description"]?.string }
    /// The value where no condition holds; nil where the template has none.
    public private(set) var defaultValue: TemplateValue?
    /// The values where conditions hold, in the order written. Which of them counts is for the order of the template's
    /// conditions to say.
    public private(set) var conditionalValues: [ConditionalValue]
    /// The parameter as the template has it, with every member.
    public private(set) var json: JSONObject

    init(
        key: String, group: String?, valueType: ValueType?, defaultValue: TemplateValue?,
        conditionalValues: [ConditionalValue], json: JSONObject
    ) {
        (self.key, self.group, self.valueType) = (key, group, valueType)
        (self.defaultValue, self.conditionalValues, self.json) = (defaultValue, conditionalValues, json)
    }

    /// A new parameter.
    init(key: String, group: String?, defaultValue: TemplateValue, type: ValueType) {
        self.init(
            key: key, group: group, valueType: type, defaultValue: nil, conditionalValues: [], json: JSONObject())
        setDefaultValue(defaultValue)
        json["valueType"] = .string(type.rawValue)
    }

    mutating func setDefaultValue(_ value: TemplateValue) {
        defaultValue = value
        json["defaultValue"] = value.json
    }

    /// The value where the condition called `name` holds, if there is one.
    public func value(when name: String) -> TemplateValue? {
        conditionalValues.first { $0.condition == name }?.value
    }

    /// The way to the parameter in its template.
    public var path: DocumentPath {
        let root = DocumentPath()
        return group.map { root["parameterGroups"][$0]["parameters"][key] } ?? root["parameters"][key]
    }
}

/// The value that a parameter has where a condition holds.
public struct ConditionalValue: Sendable, Hashable {
    /// The name of the condition.
    public let condition: String
    /// The value.
    public let value: TemplateValue
}
