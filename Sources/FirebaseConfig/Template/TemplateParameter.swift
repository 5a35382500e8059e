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
    /// The value where no condition holds; nil where the template has none.
    public private(set) var defaultValue: TemplateValue?
    /// The parameter as the template has it, with every member.
    public private(set) var json: JSONObject

    init(
        key: String, group: String?, valueType: ValueType?, defaultValue: TemplateValue?, json: JSONObject
    ) {
        (self.key, self.group, self.valueType) = (key, group, valueType)
        (self.defaultValue, self.json) = (defaultValue, json)
    }

    /// A new parameter.
    init(key: String, group: String?, defaultValue: TemplateValue, type: ValueType) {
        self.init(key: key, group: group, valueType: type, defaultValue: nil, json: JSONObject())
        setDefaultValue(defaultValue)
        json["valueType"] = .string(type.rawValue)
    }

    mutating func setDefaultValue(_ value: TemplateValue) {
        defaultValue = value
        json["defaultValue"] = value.json
    }
}
