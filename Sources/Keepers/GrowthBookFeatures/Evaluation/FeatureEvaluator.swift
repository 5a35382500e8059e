import ExperimentsCore

/// Evaluates the features of a payload for one user. The attributes that rules need are looked up once.
/// It can be used on any thread.
public final class FeatureEvaluator: Sendable {
    /// The payload that is evaluated.
    public let payload: FeaturePayload
    /// The user, and the circumstances of the evaluation.
    public let context: EvaluationContext
    let attributes: UserAttributes
    let forcedValues: [ExactText: JSONValue]
    let stickyBuckets: StickyBuckets?

    /// Creates an evaluator of a payload for a user.
    public init(_ payload: FeaturePayload, for context: EvaluationContext) {
        self.payload = payload
        self.context = context
        attributes = UserAttributes(context.attributes, of: payload)
        forcedValues = Dictionary(
            context.forcedValues.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { _, last in last })
        stickyBuckets = context.stickyBuckets?.read(for: context.attributes, of: payload)
    }

    /// Returns the value of a feature for the user, with its source.
    public func evaluate(_ key: String) -> FeatureResult {
        var pass = EvaluationPass(self)
        return pass.result(of: key)
    }

    /// Evaluates all features, in the order of the payload.
    public func evaluateAll() -> [FeatureResult] { evaluateAllKeeping().results }

    /// Evaluates every feature, and returns the results with the documents that should be stored.
    package func evaluateAllKeeping() -> (results: [FeatureResult], changed: [StickyBuckets.Document]) {
        // One pass, so that a feature that many others require is evaluated once.
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
