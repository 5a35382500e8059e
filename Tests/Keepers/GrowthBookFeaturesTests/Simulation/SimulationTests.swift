import ExperimentsCore
import Testing

@testable import GrowthBookFeatures

@Suite("Simulations")
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
        "A simulation counts what each user gets when asked for alone",
        arguments: [EvaluationContext(), EvaluationContext(forcedVariations: ["refused": 1])])
    func counts(base: EvaluationContext) throws {
        let payload = try FeaturePayload(parsing: Array(Self.payload.utf8))
        let users = ["a", "b"] + (0..<400).map { String($0 * 37) }
        var context = base
        context.attributes = try #require(JSONValue(parsing: #"{"country": "NO"}"#).object)
        let simulation = payload.simulate(for: context, SimulationPlan(identifiers: users))

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
        #expect(simulation.features.count == 6)
    }
}
