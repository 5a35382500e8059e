import ExperimentsCore

/// A value of a parameter in a template.
public enum TemplateValue: Sendable, Hashable {
    /// A text that the service sends to apps.
    case text(String)
    /// The default that is built into the app. Nothing is sent to it.
    case inAppDefault
    /// A value that only the service can resolve, such as a personalized value, or one of a newer kind. It is kept as
    /// it is; see ``rollout``.
    case other(JSONObject)

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

    /// A short description for people: a text in quotation marks, or the kind of value.
    public var summary: String {
        switch self {
        case .text(let text): return Quotation.of(text)
        case .inAppDefault: return "the app's own default"
        case .other(let object):
            if let rollout {
                return "\(Quotation.of(rollout.value)) for \(NumberText.text(of: rollout.percent)) % (a rollout)"
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
        percent = json["percent"]?.double ?? 0
    }
}
