/// An explanation of the value of a feature.
public struct FeatureExplanation: Sendable {
    /// The result of the evaluation.
    public let result: FeatureResult
    /// The steps of the evaluation, in order.
    public let steps: [EvaluationStep]
}

extension FeatureEvaluator {
    /// Evaluates a feature, and explains the result.
    public func explain(_ key: String) -> FeatureExplanation {
        let trace = EvaluationTrace()
        var pass = EvaluationPass(self, trace: trace)
        let result = pass.result(of: key)
        guard let feature = payload.feature(key) else { return FeatureExplanation(result: result, steps: []) }
        let asked = trace.steps.filter { if case .rule = $0.fact { true } else { false } }.count
        let isOverridden = result.source == .override
        let others = feature.rules.enumerated().dropFirst(isOverridden ? feature.rules.count : asked).map {
            index, rule in
            EvaluationStep(.rule(index: index, id: rule.id), .notAsked)
        }
        let steps = isOverridden ? [EvaluationStep(.forcedByHand, .chosen)] : trace.steps + others
        return FeatureExplanation(result: result, steps: steps)
    }
}
