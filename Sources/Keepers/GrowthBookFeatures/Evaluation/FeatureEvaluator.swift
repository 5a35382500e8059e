import ExperimentsCore

/// Evaluates the features of a payload for one user. The attributes that rules need are looked up once, so that an
/// evaluation itself allocates no memory. It can be used on any thread.
public final class FeatureEvaluator: Sendable {
    /// The payload that is evaluated.
    public let payload: FeaturePayload
    /// The user, and the circumstances of the evaluation.
    public let context: EvaluationContext
    let attributes: UserAttributes
    let forcedValues: [ExactText: JSONValue]
    let stickyBuckets: StickyBuckets?
    /// Whether experiments are decided by hashing alone: nothing in the context forces, excludes or keeps a variation.
    let isOrdinary: Bool

    /// Creates an evaluator of a payload for a user.
    public convenience init(_ payload: FeaturePayload, for context: EvaluationContext) {
        self.init(payload, for: context, attributes: UserAttributes(context.attributes, of: payload))
    }

    init(_ payload: FeaturePayload, for context: EvaluationContext, attributes: UserAttributes) {
        (self.payload, self.context, self.attributes) = (payload, context, attributes)
        forcedValues = Dictionary(
            context.forcedValues.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { _, last in last })
        stickyBuckets = context.stickyBuckets?.read(for: context.attributes, of: payload)
        isOrdinary =
            context.isEnabled && !context.isQualityAssurance && context.url.isEmpty
            && context.forcedVariations.isEmpty && stickyBuckets == nil
    }

    /// The same for a user who differs from another in what tells them apart.
    init(_ payload: FeaturePayload, like other: FeatureEvaluator, attributes: UserAttributes) {
        (self.payload, context, self.attributes) = (payload, other.context, attributes)
        (forcedValues, stickyBuckets, isOrdinary) = (other.forcedValues, other.stickyBuckets, other.isOrdinary)
    }

    /// Returns the value of a feature for the user, with its source.
    public func evaluate(_ key: String) -> FeatureResult {
        guard forcedValues.isEmpty, let place = payload.places[ExactText(key)] else {
            var pass = EvaluationPass(self)
            return pass.result(of: key)
        }
        if let decision = decision(at: place, for: attributes.facts) {
            return FeatureResult(decision, at: place, by: self)
        }
        var pass = EvaluationPass(self)
        return pass.result(at: place)
    }

    /// Returns the decision about the feature at a position, if no part of it needs a full evaluation.
    func decision(at place: Int, for user: UserFacts) -> Decision? {
        let graph = payload.graph
        guard forcedValues.isEmpty,
            case .decided(let decision) = graph.walk(from: graph.entries[place], for: user, isOrdinary: isOrdinary)
        else { return nil }
        return decision
    }

    /// Evaluates all features, in the order of the payload.
    public func evaluateAll() -> [FeatureResult] { evaluateAllKeeping().results }

    /// Evaluates a feature, and returns the result with the assignments that should be stored.
    package func evaluateKeeping(_ key: String) -> (result: FeatureResult, stickyBuckets: StickyBuckets?) {
        var pass = EvaluationPass(self)
        let result = pass.result(of: key)
        return (result, pass.kept ?? stickyBuckets)
    }

    /// Evaluates every feature, and returns the results with the documents that should be stored.
    package func evaluateAllKeeping() -> (results: [FeatureResult], changed: [StickyBuckets.Document]) {
        // One pass, so that a feature that many need is decided about once.
        var pass = EvaluationPass(self)
        let results = payload.features.indices.map { pass.result(at: $0) }
        return (results, pass.kept?.changed(since: stickyBuckets ?? StickyBuckets()) ?? [])
    }

    /// Runs an experiment that belongs to no feature, and returns its result.
    public func run(_ experiment: Experiment) -> ExperimentResult {
        var pass = EvaluationPass(self)
        let outcome = pass.run(experiment)
        return ExperimentResult(
            outcome, of: experiment, attributes: attributes, names: payload.hashAttributes, featureKey: nil)
    }
}
