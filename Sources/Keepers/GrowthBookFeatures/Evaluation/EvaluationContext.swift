import ExperimentsCore

/// The user and the circumstances that features are evaluated for, like the options of the constructors in GrowthBook's
/// SDKs.
public struct EvaluationContext: Sendable {
    /// The attributes of the user, by name.
    public var attributes: JSONObject
    /// The address of the page that the user visits; empty for none.
    public var url: String
    /// The variations that were set by hand, by the key of the experiment.
    public var forcedVariations: [String: Int]
    /// The values that were set by hand, by the key of the feature.
    public var forcedValues: [String: JSONValue]
    /// Whether experiments are enabled. If not, no user is in an experiment.
    public var isEnabled: Bool
    /// Whether users are only forced into experiments, for quality assurance.
    public var isQualityAssurance: Bool
    /// The stored assignments of users to variations; nil if none are stored.
    public var stickyBuckets: StickyBuckets?

    /// Creates a context.
    public init(
        attributes: JSONObject = JSONObject(), url: String = "", forcedVariations: [String: Int] = [:],
        forcedValues: [String: JSONValue] = [:], isEnabled: Bool = true, isQualityAssurance: Bool = false,
        stickyBuckets: StickyBuckets? = nil
    ) {
        self.attributes = attributes
        self.url = url
        self.forcedVariations = forcedVariations
        self.forcedValues = forcedValues
        self.isEnabled = isEnabled
        self.isQualityAssurance = isQualityAssurance
        self.stickyBuckets = stickyBuckets
    }
}

/// The attributes of a user, prepared for a payload.
struct UserAttributes: Sendable {
    /// All of them, in the form that conditions examine.
    let all: AttributeValue
    /// The values that are hashed to assign users; nil if the user has none.
    let hashed: [HashedText?]
    /// The original values.
    let raw: [AttributeValue]

    init(_ attributes: JSONObject, of payload: FeaturePayload) {
        let object = AttributeObject(attributes)
        all = .object(object)
        raw = payload.hashAttributes.map { object[$0] ?? .null }
        let options = payload.options
        hashed = raw.map { value in
            Self.identifies(value, options.dialect) ? HashedText(value.textForm, options.hashing) : nil
        }
    }

    /// Whether a value identifies a user.
    private static func identifies(_ value: AttributeValue, _ dialect: EvaluationOptions.Dialect) -> Bool {
        guard dialect == .strict else { return value.isTruthy }
        switch value {
        case .text(let text): return !text.isEmpty
        case .number(let number): return number.isFinite && number != 0
        default: return false
        }
    }
}

extension EvaluationContext {
    /// Reads a context in the format of GrowthBook's test suite. Unknown members are ignored.
    ///
    /// - Throws: `PayloadProblem` if a member has the wrong type.
    public init(_ object: JSONObject) throws(PayloadProblem) {
        self.init()
        attributes = try Self.object("attributes", of: object)
        for member in try Self.object("attributeOverrides", of: object).members {
            attributes[member.name] = member.value
        }
        url = object["url"]?.string ?? ""
        for member in try Self.object("forcedVariations", of: object).members {
            let number = AttributeValue(member.value).numberForm
            forcedVariations[member.name] = number == number.rounded() && abs(number) < 1e9 ? Int(number) : -1
        }
        for member in try Self.object("forcedFeatureValues", of: object).members {
            forcedValues[member.name] = member.value
        }
        isEnabled = object["enabled"] != .bool(false)
        isQualityAssurance = object["qaMode"]?.bool ?? false
        if let documents = object["stickyBucketAssignmentDocs"], documents != .null {
            stickyBuckets = StickyBuckets(documents)
        }
    }

    private static func object(_ name: String, of context: JSONObject) throws(PayloadProblem) -> JSONObject {
        guard let json = context[name], json != .null else { return JSONObject() }
        guard let object = json.object else {
            throw PayloadProblem(.part, "\(name) of the context are an object, found \(json.kindName)")
        }
        return object
    }
}
