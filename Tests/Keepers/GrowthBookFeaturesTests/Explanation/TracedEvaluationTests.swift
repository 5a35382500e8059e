import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Evaluations with an explanation", .inTurn)
struct TracedEvaluationTests {
    @Test(
        "have the values of those without one",
        arguments: EvaluationOptions.Dialect.allCases)
    func agrees(dialect: EvaluationOptions.Dialect) throws {
        var sources: Set<FeatureResult.Source> = []
        for seed in 0..<1000 as Range<UInt64> {
            var random = RandomRules(seed: seed)
            let payload = try FeaturePayload(random.payload(), options: EvaluationOptions(dialect: dialect))
            for _ in 0..<4 {
                let evaluator = FeatureEvaluator(
                    payload, for: EvaluationContext(attributes: random.attributes()))
                for feature in payload.features {
                    let result = evaluator.evaluate(feature.key)
                    sources.insert(result.source)
                    #expect(
                        result.json == evaluator.explain(feature.key).result.json,
                        "seed \(seed), \(feature.key)")
                }
            }
        }
        #expect(sources == [.defaultValue, .force, .experiment, .prerequisite])
    }

    @Test(
        "do so where more than chance decides, too",
        arguments: [
            EvaluationContext(url: "https://example.com/?f0=1&f1=0"),
            EvaluationContext(forcedVariations: ["f1": 1]),
            EvaluationContext(isEnabled: false), EvaluationContext(isQualityAssurance: true),
            EvaluationContext(stickyBuckets: StickyBuckets()), EvaluationContext(forcedValues: ["f2": 5]),
        ])
    func extraordinary(context: EvaluationContext) throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomRules(seed: seed)
            let payload = try FeaturePayload(random.payload())
            var context = context
            context.attributes = random.attributes()
            let evaluator = FeatureEvaluator(payload, for: context)
            for feature in payload.features {
                let explained = evaluator.explain(feature.key).result.json
                #expect(evaluator.evaluate(feature.key).json == explained, "seed \(seed), \(feature.key)")
            }
        }
    }
}
