import ExperimentsCore

/// What a feature comes to for a user.
public struct FeatureResult: Sendable {
    /// Where a value comes from.
    public typealias Source = FeatureSource

    /// What was decided. All else is worked out of it when somebody asks, so that an evaluation itself stays quick.
    private let decision: Decision
    /// The place of the feature; -1 for one that was not looked up, or that the payload does not have.
    private let place: Int
    /// What such a one was asked for as.
    private let askedKey: String
    private let evaluator: FeatureEvaluator

    init(_ decision: Decision, at place: Int, by evaluator: FeatureEvaluator) {
        (self.decision, self.place, askedKey, self.evaluator) = (decision, place, "", evaluator)
    }

    init(_ decision: Decision, of key: String, by evaluator: FeatureEvaluator) {
        (self.decision, place, askedKey, self.evaluator) = (decision, -1, key, evaluator)
    }

    /// The feature.
    public var key: String { feature?.key ?? askedKey }

    private var feature: Feature? { place < 0 ? nil : evaluator.payload.features[place] }

    /// Its value; null says that the app is to use its own default.
    public var value: JSONValue {
        switch source {
        case .override: evaluator.forcedValues[ExactText(key)] ?? .null
        case .defaultValue: feature?.defaultValue ?? .null
        case .force, .experiment: rule?.value(of: decision)?.value ?? .null
        case .unknownFeature, .prerequisite, .cyclicPrerequisite: .null
        }
    }

    /// Where the value comes from.
    public var source: Source { decision.source }

    /// The id of the rule that gave it; empty for none.
    public var ruleID: String { rule?.id ?? "" }

    /// The place of that rule, from 0; nil for none.
    public var ruleIndex: Int? { decision.rule < 0 ? nil : decision.rule }

    /// The experiment that gave it.
    public var experiment: Experiment? { decision.outcome.flatMap { rule?.experiment(leaf: $0.leaf) } }

    /// What the experiment came to.
    public var experimentResult: ExperimentResult? {
        guard let outcome = decision.outcome, let experiment else { return nil }
        return ExperimentResult(
            outcome, of: experiment, attributes: evaluator.attributes, names: evaluator.payload.hashAttributes,
            featureKey: key)
    }

    private var rule: FeatureRule? { decision.rule < 0 ? nil : feature?.rules[decision.rule] }

    /// Whether the value counts as true in JavaScript.
    public var isOn: Bool { AttributeValue(value).isTruthy }
}

/// What an experiment comes to for a user.
public struct ExperimentResult: Sendable {
    /// Whether the user is in.
    public let isInExperiment: Bool
    /// The place of the variation, from 0; that of the baseline for who is not in.
    public let variation: Int
    /// The variation's value.
    public let value: JSONValue
    /// What the variation is called in results.
    public let key: String
    /// What the variation is called by people.
    public let name: String?
    /// Whether the rules after this one go on deciding.
    public let isPassThrough: Bool
    /// Whether chance decided, so that the user counts in results.
    public let isHashUsed: Bool
    /// The attribute that tells users apart.
    public let hashAttribute: String
    /// Its value; an empty text where it is missing.
    public let hashValue: JSONValue
    /// The feature; nil for an experiment without one.
    public let featureKey: String?
    /// The user's bucket, from 0 up to 1, where it decided.
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
