import ExperimentsCore

/// A parameter of a template.
public struct TemplateParameter: Sendable, Hashable {
    /// The type that a parameter's strings should have. The service always stores strings.
    public enum ValueType: String, Sendable, Hashable {
        /// Any text.
        case string = "STRING"
        /// `true` or `false`.
        case boolean = "BOOLEAN"
        /// A whole or decimal number.
        case number = "NUMBER"
        /// A JSON document.
        case json = "JSON"
        /// The template explicitly leaves the type unspecified.
        case unspecified = "PARAMETER_VALUE_TYPE_UNSPECIFIED"
    }

    /// The name by which apps read it.
    public let key: String
    /// The group in which it is listed, if there is one.
    public let group: String?
    /// The type that its strings should have; nil if the template gives none, or one that is newer than this package.
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

    /// Creates a new parameter.
    init(key: String, group: String?, defaultValue: TemplateValue, type: ValueType?) {
        self.init(
            key: key, group: group, valueType: type, defaultValue: nil, conditionalValues: [],
            json: JSONObject())
        setDefaultValue(defaultValue)
        json["valueType"] = type.map { .string($0.rawValue) }
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

/// A value of a parameter in a template.
public enum TemplateValue: Sendable, Hashable {
    /// A string that the service sends to apps.
    case text(String)
    /// The default that is built into the app. Nothing is sent to it.
    case inAppDefault
    /// A value that only the service can resolve, such as a personalized value, or one of a newer kind. It stays
    /// unchanged; see ``rollout``.
    case other(JSONObject)

    /// Returns whether two values are the same, with strings compared by their bytes.
    public static func == (left: TemplateValue, right: TemplateValue) -> Bool {
        switch (left, right) {
        case (.text(let left), .text(let right)): left.isExactly(right)
        case (.inAppDefault, .inAppDefault): true
        case (.other(let left), .other(let right)): left == right
        default: false
        }
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(json)
    }

    /// The value as a template writes it.
    public var json: JSONValue {
        switch self {
        case .text(let text): ["value": .string(text)]
        case .inAppDefault: ["useInAppDefault": true]
        case .other(let object): .object(object)
        }
    }

    /// The rollout, if the value is one.
    public var rollout: TemplateRollout? {
        guard case .other(let object) = self else { return nil }
        return object["rolloutValue"]?.object.flatMap(TemplateRollout.init)
    }

    /// A short description for people: a string in quotation marks, or the kind of value.
    public var summary: String {
        switch self {
        case .text(let text): return Quotation.of(text)
        case .inAppDefault: return "in-app default"
        case .other(let object):
            if let rollout {
                return
                    "\(Quotation.of(rollout.value)) for \(NumberText.text(of: rollout.percent))% (a rollout)"
            }
            if object["personalizationValue"] != nil { return "a personalized value" }
            if object["experimentValue"] != nil { return "a value of an experiment" }
            return JSONValue.object(object).compactText
        }
    }
}

/// A value that is given to a growing share of the installations that meet its condition.
public struct TemplateRollout: Sendable, Hashable {
    /// The ID of the rollout.
    public let id: String
    /// The text that users in the rollout get.
    public let value: String
    /// The share of users in the rollout, in percent.
    public let percent: Double

    init?(_ json: JSONObject) {
        guard let value = json["value"]?.string else { return nil }
        id = json["rolloutId"]?.string ?? ""
        self.value = value
        percent = json["percent"]?.protobufDouble ?? 0
    }
}

extension JSONValue {
    /// The number that protobuf's JSON means: a number, or its text; nil for anything else.
    var protobufDouble: Double? {
        switch self {
        case .number(let text), .string(let text): Double(text)
        default: nil
        }
    }
}
