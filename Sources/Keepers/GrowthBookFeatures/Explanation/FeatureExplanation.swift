import ExperimentsCore

/// Why a feature comes to what it does.
public struct FeatureExplanation: Sendable {
    /// What it comes to.
    public let result: FeatureResult
    /// What was looked at, in order.
    public let steps: [EvaluationStep]
}

extension FeatureEvaluator {
    /// What a feature comes to, and why.
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
