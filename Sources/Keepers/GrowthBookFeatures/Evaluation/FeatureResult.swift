import ExperimentsCore

/// The result of evaluating a feature for a user.
public struct FeatureResult: Sendable {
    /// The source of a value.
    public typealias Source = FeatureSource

    /// The decision. Everything else is computed from it on request, so that an evaluation itself is fast.
    private let decision: Decision
    /// The index of the feature; -1 for one that was not looked up, or that the payload does not have.
    private let place: Int
    /// The requested key, if `place` is -1.
    private let askedKey: String
    private let evaluator: FeatureEvaluator

    init(_ decision: Decision, at place: Int, by evaluator: FeatureEvaluator) {
        self.decision = decision
        self.place = place
        askedKey = ""
        self.evaluator = evaluator
    }

    init(_ decision: Decision, of key: String, by evaluator: FeatureEvaluator) {
        self.decision = decision
        place = -1
        askedKey = key
        self.evaluator = evaluator
    }

    /// The key of the feature.
    public var key: String { feature?.key ?? askedKey }

    private var feature: Feature? { place < 0 ? nil : evaluator.payload.features[place] }

    /// The value of the feature; null if the app should use its own default.
    public var value: JSONValue {
        switch source {
        case .override: evaluator.forcedValues[ExactText(key)] ?? .null
        case .defaultValue: feature?.defaultValue ?? .null
        case .force, .experiment: rule?.value(of: decision)?.value ?? .null
        case .unknownFeature, .prerequisite, .cyclicPrerequisite: .null
        }
    }

    /// The source of the value.
    public var source: Source { decision.source }

    /// The id of the rule that supplied the value; empty if no rule did, or if the rule has no id.
    public var ruleID: String { rule?.id ?? "" }

    /// The position of the rule that supplied the value, from 0; nil if no rule did.
    public var ruleIndex: Int? { decision.rule < 0 ? nil : decision.rule }

    /// The experiment that supplied the value, if one did.
    public var experiment: Experiment? { decision.outcome.flatMap { rule?.experiment(leaf: $0.leaf) } }

    /// The result of that experiment, if there is one.
    public var experimentResult: ExperimentResult? {
        guard let outcome = decision.outcome, let experiment else { return nil }
        return ExperimentResult(
            outcome, of: experiment, attributes: evaluator.attributes,
            names: evaluator.payload.hashAttributes,
            featureKey: key)
    }

    /// The number of rules that the feature has.
    var ruleCount: Int { feature?.rules.count ?? 0 }

    /// Whether the rule that supplied the value is for a share of users.
    var isShared: Bool {
        guard let rule, case .force(let rollout) = rule.action else { return false }
        if case .everybody = rollout.share { return rule.filters?.isEmpty == false }
        return true
    }

    /// Whether the rule that supplied the value has a condition.
    var isConditional: Bool {
        guard let rule, case .force(let rollout) = rule.action else { return false }
        return rollout.condition?.clauses.isEmpty == false || !rule.prerequisites.isEmpty
    }

    private var rule: FeatureRule? { decision.rule < 0 ? nil : feature?.rules[decision.rule] }

    /// Whether the feature is on: its value counts as true in JavaScript.
    public var isOn: Bool { AttributeValue(value).isTruthy }
}

/// The result of an experiment for a user.
public struct ExperimentResult: Sendable {
    /// Whether the user is in the experiment.
    public let isInExperiment: Bool
    /// The position of the variation, from 0; the one of the baseline if the user is not in the experiment.
    public let variation: Int
    /// The value of the variation.
    public let value: JSONValue
    /// The key of the variation, by which results refer to it.
    public let key: String
    /// The name of the variation that people see, if it has one.
    public let name: String?
    /// Whether the rules after the experiment still decide the value.
    public let isPassThrough: Bool
    /// Whether the variation was assigned by chance, so that the user counts in results.
    public let isHashUsed: Bool
    /// The attribute whose value is hashed to assign users.
    public let hashAttribute: String
    /// The value of that attribute; an empty text if the user has none.
    public let hashValue: JSONValue
    /// The key of the feature; nil for an experiment without a feature.
    public let featureKey: String?
    /// The bucket of the user, from 0 up to 1, if it decided.
    public let bucket: Double?
    /// Whether a stored assignment decided.
    public let isStickyBucketUsed: Bool
    let bandit: Experiment.BanditChoice?

    init(
        _ outcome: Decision.Outcome, of experiment: Experiment, attributes: UserAttributes, names: [String],
        featureKey: String?
    ) {
        let variation =
            experiment.variations.indices.contains(outcome.variation)
            ? experiment.variations[outcome.variation] : nil
        isInExperiment = outcome.isIn
        self.variation = outcome.variation
        value = variation?.value ?? .null
        key = variation?.key ?? String(outcome.variation)
        name = variation?.name
        isPassThrough = variation?.isPassThrough ?? false
        isHashUsed = outcome.isHashUsed
        hashAttribute = names[outcome.attribute]
        hashValue =
            attributes.hashed[outcome.attribute] == nil ? .string("") : attributes.raw[outcome.attribute].json
        self.featureKey = featureKey
        bucket = outcome.bucket
        isStickyBucketUsed = outcome.isSticky
        bandit = outcome.isHashUsed ? experiment.bandit : nil
    }
}

extension FeatureResult {
    /// How the rules decided on the value, for an OpenFeature provider.
    ///
    /// For a user who lacks the attribute needed for an assignment, the rules after the experiment determine the value,
    /// as in GrowthBook's SDKs.
    package var contextDecision: ContextDecision {
        switch source {
        case .unknownFeature, .override: .everybody
        case .prerequisite, .cyclicPrerequisite: .otherwise
        case .defaultValue: ruleCount == 0 ? .everybody : .otherwise
        case .experiment: experimentResult?.isHashUsed == true ? .percentage : .condition
        case .force:
            if isShared {
                .percentage
            } else if isConditional {
                .condition
            } else {
                // A rule for everyone. If it is not the first, the earlier ones are for others.
                ruleIndex == 0 ? .everybody : .otherwise
            }
        }
    }

    /// The result as GrowthBook's suite writes it.
    public var json: JSONValue {
        var members = JSONObject()
        members["value"] = value
        members["on"] = .bool(isOn)
        members["off"] = .bool(!isOn)
        members["source"] = .string(source.rawValue)
        members["ruleId"] = .string(ruleID)
        if let experiment, let experimentResult {
            members["experiment"] = .object(experiment.json(for: experimentResult))
            members["experimentResult"] = experimentResult.json
        }
        return .object(members)
    }
}

extension Experiment {
    /// Returns the members from the payload, and the choice of a bandit.
    func json(for result: ExperimentResult) -> JSONObject {
        var members = self.members
        if let bandit = result.bandit {
            members["contextualBandit"] = .object(bandit.json(in: JSONObject(), "variationWeights"))
        }
        return members
    }
}

extension Experiment.BanditChoice {
    fileprivate func json(in object: JSONObject, _ weightsName: String) -> JSONObject {
        var members = object
        members["leafId"] = leafID
        members[weightsName] = .array(weights.map { AttributeValue.number($0).json })
        members["banditVersion"] = version
        return members
    }
}

extension ExperimentResult {
    /// The result as GrowthBook's suite writes it.
    public var json: JSONValue {
        var members = JSONObject()
        members["key"] = .string(key)
        members["featureId"] = featureKey.map(JSONValue.string) ?? .null
        members["inExperiment"] = .bool(isInExperiment)
        members["hashUsed"] = .bool(isHashUsed)
        members["variationId"] = .number(String(variation))
        members["value"] = value
        members["hashAttribute"] = .string(hashAttribute)
        members["hashValue"] = hashValue
        members["stickyBucketUsed"] = .bool(isStickyBucketUsed)
        if let name, !name.isEmpty { members["name"] = .string(name) }
        if let bucket { members["bucket"] = AttributeValue.number(bucket).json }
        if isPassThrough { members["passthrough"] = true }
        if let bandit { members = bandit.json(in: members, "variationWeights") }
        return .object(members)
    }
}
