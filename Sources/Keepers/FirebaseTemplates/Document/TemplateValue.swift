import ExperimentsCore

/// A value that a template gives a parameter.
public enum TemplateValue: Sendable, Hashable {
    /// This text.
    case text(String)
    /// Whatever the app has built in: nothing is sent to it.
    case inAppDefault
    /// A kind that only the service can resolve, such as a personalized value, or one newer than this package. It is
    /// kept as it is; see ``rollout``.
    case other(JSONObject)

    /// The value as a template writes it.
    public var json: JSONValue {
        switch self {
        case .text(let text): ["value": .string(text)]
        case .inAppDefault: ["useInAppDefault": true]
        case .other(let object): .object(object)
        }
    }

    /// The rollout that the value is, if it is one.
    public var rollout: TemplateRollout? {
        guard case .other(let object) = self else { return nil }
        return object["rolloutValue"]?.object.flatMap(TemplateRollout.init)
    }

    /// The value in a few words for people: a text in quotation marks, or what it is instead.
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

/// A value that is given to a growing share of those for whom its condition holds.
public struct TemplateRollout: Sendable, Hashable {
    /// The rollout's id.
    public let id: String
    /// The text that its users get.
    public let value: String
    /// The share of users who get it, from 0 to 100.
    public let percent: Double

    init?(_ json: JSONObject) {
        guard let value = json["value"]?.string else { return nil }
        id = json["rolloutId"]?.string ?? ""
        self.value = value
        percent = json["percent"]?.double ?? 0
    }
}
