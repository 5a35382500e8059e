import ExperimentsCore
import Testing

@testable import GrowthBookFeatures

@Suite("Decision graphs")
struct DecisionGraphTests {
    @Test(
        "What a feature comes to by its graph is what its rules come to one by one",
        arguments: EvaluationOptions.Dialect.allCases)
    func agrees(dialect: EvaluationOptions.Dialect) throws {
        var sources: Set<FeatureResult.Source> = []
        for seed in 0..<1000 as Range<UInt64> {
            var random = RandomRules(seed: seed)
            let payload = try FeaturePayload(random.payload(), options: EvaluationOptions(dialect: dialect))
            for _ in 0..<4 {
                let evaluator = FeatureEvaluator(payload, for: EvaluationContext(attributes: random.attributes()))
                for feature in payload.features {
                    let result = evaluator.evaluate(feature.key)
                    sources.insert(result.source)
                    #expect(result.json == evaluator.explain(feature.key).result.json, "seed \(seed), \(feature.key)")
                }
            }
        }
        #expect(sources == [.defaultValue, .force, .experiment, .prerequisite])
    }

    @Test(
        "Where more than chance decides, rules are asked in full",
        arguments: [
            EvaluationContext(url: "https://example.com/?f0=1&f1=0"), EvaluationContext(forcedVariations: ["f1": 1]),
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

    @Test(
        "Conditions of texts, numbers, truths and versions, filters and namespaces need no asking in full",
        arguments: [
            #"{"country": {"$in": ["NO", "SE"]}, "version": {"$vgte": "2.1.0"}, "age": {"$gt": 17, "$lte": 99}}"#,
            #"{"$or": [{"country": "US"}, {"$not": {"beta": true}}, {"plan": {"$exists": true}}]}"#,
            #"{"$and": [{"$nor": [{"country": "US"}]}, {"$or": [{"plan": "y"}, {"age": 40}]}]}"#,
        ])
    func plain(condition: String) throws {
        let text = """
            {"f": {"rules": [{"condition": \(condition), "variations": [0, 1], "hashVersion": 2,
              "filters": [{"seed": "s", "ranges": [[0, 1]]}]}]}}
            """
        let payload = try FeaturePayload(parsing: Array(text.utf8))
        let user = try JSONValue(parsing: #"{"id": "1", "country": "NO", "version": "2.10.0", "age": 40, "plan": "x"}"#)
        let attributes = UserAttributes(try #require(user.object), of: payload)
        let graph = payload.graph
        guard case .decided(let decision) = graph.walk(from: graph.entries[0], for: attributes.facts, isOrdinary: true)
        else {
            Issue.record("something has to be asked in full")
            return
        }
        #expect(decision.source == .experiment)
    }
}
