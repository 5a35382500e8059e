import ExperimentsCore

/// A value that a template gives a parameter.
public enum TemplateValue: Sendable, Hashable {
    /// This text.
    case text(String)
    /// Whatever the app has built in: nothing is sent to it.
    case inAppDefault
    /// A kind that this package only keeps, such as a rollout's or a personalized value.
    case other(JSONObject)

    var json: JSONValue {
        switch self {
        case .text(let text): ["value": .string(text)]
        case .inAppDefault: ["useInAppDefault": true]
        case .other(let object): .object(object)
        }
    }
}
