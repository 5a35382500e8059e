import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Gates that cannot be read", .inTurn)
struct UnreadableGateTests {
    /// Values that no SDK can read as a condition.
    private static let unreadable = [#"[{"id": "u"}]"#, "[]", "5", "true", #""x""#]

    /// The places of a rule at which a condition stands.
    private static let places = [
        #"{"condition": VALUE, "force": "on"}"#,
        #"{"condition": VALUE, "variations": ["off", "on"], "weights": [0, 1]}"#,
        #"{"parentConditions": [{"id": "base", "condition": VALUE, "gate": true}], "force": "on"}"#,
        #"{"condition": {"$or": [VALUE]}, "force": "on"}"#,
        #"{"condition": {"$and": [VALUE]}, "force": "on"}"#,
        #"{"condition": {"$nor": [VALUE]}, "force": "on"}"#,
        #"{"condition": {"$not": VALUE}, "force": "on"}"#,
    ]

    private func feature(_ rule: String, _ value: String) throws -> FeaturePayload {
        let rule = rule.replacing("VALUE", with: value)
        let text =
            #"{"features": {"base": {"defaultValue": true}, "f": {"defaultValue": "off", "rules": [\#(rule)]}}}"#
        return try FeaturePayload(parsing: Array(text.utf8))
    }

    @Test("let nobody in, wherever they stand", arguments: places, unreadable)
    func closed(rule: String, value: String) throws {
        let payload = try feature(rule, value)
        let context = EvaluationContext(attributes: JSONObject(distinct: [.init(name: "id", value: "u")]))
        // A gate on another feature gives no value at all, as in the SDKs.
        let expected: JSONValue = rule.contains("gate") ? .null : "off"
        #expect(FeatureEvaluator(payload, for: context).evaluate("f").value == expected)
    }

    @Test("are absent if they are null or an empty string, as in the SDKs", arguments: ["null", #""""#])
    func absent(value: String) throws {
        let context = EvaluationContext(attributes: JSONObject(distinct: [.init(name: "id", value: "u")]))
        let payload = try feature(#"{"condition": VALUE, "force": "on"}"#, value)
        #expect(FeatureEvaluator(payload, for: context).evaluate("f").value == "on")
    }

    @Test("an experiment of two features keeps the variation that the first of them gave")
    func sticky() throws {
        let rule = { (weights: String) in
            #"{"key": "e", "variations": ["a", "b"], "weights": \#(weights), "meta": [{"key": "c"}, {"key": "t"}]}"#
        }
        let text = """
            {"features": {"f1": {"defaultValue": "", "rules": [\(rule("[1, 0]"))]},
             "f2": {"defaultValue": "", "rules": [\(rule("[0, 1]"))]}}}
            """
        let payload = try FeaturePayload(parsing: Array(text.utf8))
        var context = EvaluationContext(attributes: JSONObject(distinct: [.init(name: "id", value: "u")]))
        context.stickyBuckets = StickyBuckets()
        let (results, changed) = FeatureEvaluator(payload, for: context).evaluateAllKeeping()
        #expect(results.map(\.value) == ["a", "a"])
        #expect(changed.map(\.assignments) == [["e__0": "c"]])
    }
}
