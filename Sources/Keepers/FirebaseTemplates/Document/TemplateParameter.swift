import ExperimentsCore

/// A parameter of a template.
public struct TemplateParameter: Sendable, Hashable {
    /// The type that a parameter's texts should have. The service always stores texts.
    public enum ValueType: String, Sendable, Hashable {
        /// Any text.
        case string = "STRING"
        /// `true` or `false`.
        case boolean = "BOOLEAN"
        /// A whole or decimal number.
        case number = "NUMBER"
        /// A JSON document.
        case json = "JSON"
        /// The template says that the type is not specified.
        case unspecified = "PARAMETER_VALUE_TYPE_UNSPECIFIED"
    }

    /// The name with which apps read it.
    public let key: String
    /// The group in which it is listed, if there is one.
    public let group: String?
    /// The type that its texts should have; nil if the template gives none, or one that is newer than this package.
    public let valueType: ValueType?
    /// The purpose of the parameter, as described in the template.
    public var description: String? { json["description"]?.string }
    /// The value if no condition is met; nil if the template has none.
    public private(set) var defaultValue: TemplateValue?
    /// The values for conditions, in the order written. The order of the template's conditions decides which of them
    /// applies.
    public private(set) var conditionalValues: [ConditionalValue]
    /// The complete parameter as the template has it.
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

    /// Returns the value for the condition called `name`; nil if there is none.
    public func value(when name: String) -> TemplateValue? {
        conditionalValues.first { $0.condition == name }?.value
    }

    /// The path of the parameter in its template.
    public var path: DocumentPath {
        let root = DocumentPath()
        return group.map { root["parameterGroups"][$0]["parameters"][key] } ?? root["parameters"][key]
    }
}

/// The value of a parameter if a condition is met.
public struct ConditionalValue: Sendable, Hashable {
    /// The name of the condition.
    public let condition: String
    /// The value that the parameter has if the condition is met.
    public let value: TemplateValue
}
