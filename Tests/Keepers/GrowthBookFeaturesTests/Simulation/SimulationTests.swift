import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Simulations", .inTurn)
struct SimulationTests {
    /// Rules whose conditions hold for all users, for none, and for some, alone and with what decides before them.
    private static let payload = #"""
        {"features": {
          "parent": {"defaultValue": "no", "rules": [{"force": "yes", "coverage": 0.5, "hashAttribute": "id"}]},
          "constant": {"defaultValue": 0, "rules": [
            {"condition": {"plan": "gold"}, "force": 1},
            {"condition": {"country": {"$in": ["NO", "SE"]}}, "variations": [2, 3], "key": "constant", "hashVersion": 2}]},
          "refused": {"defaultValue": 0, "rules": [
            {"condition": {"country": "US"}, "variations": [2, 3], "key": "refused"},
            {"condition": {"$not": {"country": "NO"}}, "force": 4},
            {"force": 5, "coverage": 0.3, "condition": {"country": "NO"}}]},
          "varying": {"defaultValue": 0, "rules": [
            {"condition": {"$or": [{"id": {"$regex": "7$"}}, {"country": "US"}]}, "force": 1},
            {"condition": {"id": {"$regex": "^[1-4]"}}, "variations": [2, 3], "key": "varying"}]},
          "grouped": {"defaultValue": 0, "rules": [{"condition": {"id": {"$inGroup": "few"}}, "force": 1}]},
          "gated": {"defaultValue": 0, "rules": [
            {"parentConditions": [{"id": "parent", "condition": {"value": "yes"}, "gate": true}], "force": 1,
             "condition": {"country": "US"}},
            {"force": 2}]}},
         "savedGroups": {"few": ["a", "b"]}}
        """#

    @Test(
        "A simulation counts the values that each user gets individually",
        arguments: [EvaluationContext(), EvaluationContext(forcedVariations: ["refused": 1])])
    func counts(base: EvaluationContext) throws {
        let payload = try FeaturePayload(parsing: Array(Self.payload.utf8))
        let users = ["a", "b"] + (0..<400).map { String($0 * 37) }
        var context = base
        context.attributes = try #require(JSONValue(parsing: #"{"country": "NO"}"#).object)
        try expectSimulated(payload, context, users)
    }

    @Test("An experiment with a single variation that no one gets is not an arm")
    func single() throws {
        let text = #"{"features": {"f": {"defaultValue": 0, "rules": [{"key": "e", "variations": [1]}]}}}"#
        let simulation = try FeaturePayload(parsing: Array(text.utf8)).simulate(
            for: EvaluationContext(), SimulationPlan(users: 10))
        #expect(simulation.features.first?.arms.map(\.source) == [.defaultValue])
        #expect(simulation.features.first?.arms.first?.users == 10)
    }

    @Test(
        "An identifier whose name has a dot is an attribute of that name, which conditions look for within another"
    )
    func dotted() throws {
        let text = #"""
            {"features": {"f": {"defaultValue": 0, "rules": [
              {"condition": {"c.d": {"$exists": true}}, "force": 1},
              {"key": "e", "variations": [2, 3], "hashAttribute": "c.d"}]}}}
            """#
        let simulation = try FeaturePayload(parsing: Array(text.utf8)).simulate(
            for: EvaluationContext(), SimulationPlan(users: 100, identified: ["c.d"]))
        #expect(simulation.features.first?.arms.map(\.source) == [.experiment, .experiment])
    }

    @Test("So it does of rules of all kinds", arguments: EvaluationOptions.Dialect.allCases)
    func random(dialect: EvaluationOptions.Dialect) throws {
        let users = ["x", "1", "1.10", "é"] + (0..<20).map { "user-\($0)" }
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomRules(seed: seed)
            let payload = try FeaturePayload(random.payload(), options: EvaluationOptions(dialect: dialect))
            var context = EvaluationContext(attributes: random.attributes())
            context.attributes["id"] = Optional.none
            try expectSimulated(payload, context, users)
        }
    }

    private func expectSimulated(_ payload: FeaturePayload, _ base: EvaluationContext, _ users: [String])
        throws
    {
        let simulation = payload.simulate(for: base, SimulationPlan(identifiers: users, identified: ["id"]))
        var context = base
        var expected: [String: [String: Int]] = [:]
        for user in users {
            context.attributes["id"] = .string(user)
            for result in FeatureEvaluator(payload, for: context).evaluateAll() {
                let arm = "\(result.source) \(result.ruleIndex.map { $0 + 1 } ?? 0) \(result.value)"
                expected[result.key, default: [:]][arm, default: 0] += 1
            }
        }
        for share in simulation.features {
            let counted = share.arms.filter { $0.users > 0 }.map { arm in
                ("\(arm.source) \(arm.rule ?? 0) \(arm.value)", arm.users)
            }
            #expect(Dictionary(counted, uniquingKeysWith: +) == expected[share.feature], "\(share.feature)")
        }
        #expect(simulation.features.count == payload.features.count)
    }
}
