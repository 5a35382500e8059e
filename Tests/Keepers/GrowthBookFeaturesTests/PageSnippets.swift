import ExperimentsCore
import GrowthBookFeatures

// The snippets of the page on GrowthBook, as they stand there; a test sees to it that none is absent.

private func evaluate(_ bytes: [UInt8], _ attributes: JSONObject) throws -> (FeatureResult, Int) {
    let payload = try FeaturePayload(parsing: bytes)
    let evaluator = FeatureEvaluator(payload, for: EvaluationContext(attributes: attributes))
    let result = evaluator.evaluate("checkout")
    let lines = evaluator.explain("checkout").lines
    return (result, lines.count)
}
