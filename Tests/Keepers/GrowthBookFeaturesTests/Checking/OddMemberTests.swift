import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

/// Members that are not what they should be. The results are those of GrowthBook's SDK for JavaScript; for a rule at
/// which it fails, nobody gets the value of the rule.
@Suite("Odd members of a rule", .inTurn)
struct OddMemberTests {
    private func payload(_ rule: String) throws -> FeaturePayload {
        try FeaturePayload(
            parsing: Array("{\"features\": {\"f\": {\"defaultValue\": \"none\", \"rules\": [\(rule)]}}}".utf8)
        )
    }

    private func users(_ payload: FeaturePayload) -> Set<String> {
        Set(
            (0..<20).map { user in
                let context = EvaluationContext(
                    attributes: JSONObject(distinct: [.init(name: "id", value: .string("u\(user)"))]))
                return FeatureEvaluator(payload, for: context).evaluate("f").value.compactText
            })
    }

    @Test(
        "A limit to some users that cannot be read never lets all users in, and is named",
        arguments: [
            (#""namespace": []"#, "namespace: expected an array of a name, a start and an end, found []"),
            (#""namespace": "n""#, "namespace: expected an array of a name, a start and an end, found \"n\""),
            (
                #""namespace": ["n", 0]"#,
                "namespace: expected an array of a name, a start and an end, found [\"n\",0]"
            ),
            (#""ranges": "all""#, "ranges: expected an array, found \"all\""),
            (#""ranges": {}"#, "ranges: expected an array, found {}"),
            (#""filters": {"seed": "s"}"#, "filters: expected an array, found {\"seed\":\"s\"}"),
            (#""filters": ["s"]"#, "filters[0]: expected an object, found \"s\""),
            (
                #""filters": [{"seed": "s", "ranges": "x"}]"#,
                "filters[0].ranges: expected an array, found \"x\""
            ),
            (
                #""parentConditions": {"id": "g"}"#,
                "parentConditions: expected an array, found {\"id\":\"g\"}"
            ),
        ])
    func limits(_ limit: String, _ problem: String) throws {
        let payload = try payload("{\"variations\": [1, 2], \(limit)}")
        #expect(users(payload) == ["\"none\""])
        #expect(payload.problems.map(\.sentence) == ["features.f.rules[0].\(problem)"])
    }

    @Test(
        "Members of another type are named, and users get the value as before",
        arguments: [
            (#""seed": 7"#, "seed: expected a string, found 7"),
            (#""name": {}"#, "name: expected a string, found {}"),
            (#""phase": 1"#, "phase: expected a string, found 1"),
            (#""id": 7"#, "id: expected a string, found 7"),
            (
                #""disableStickyBucketing": "no""#,
                "disableStickyBucketing: expected true or false, found \"no\""
            ),
            (#""meta": "a""#, "meta: expected an array, found \"a\""),
            (#""meta": [{"key": 0}, {"key": "b"}, {"key": 1}]"#, "meta[2].key: expected a string, found 1"),
            (#""meta": [{}, "b"]"#, "meta[1]: expected an object, found \"b\""),
            (#""meta": [{}, {"passthrough": 0, "name": 7}]"#, "meta[1].name: expected a string, found 7"),
            (
                #""ranges": [["0", 0.5], [0.5, 1]]"#,
                "ranges[0]: expected an array of a start and an end, found [\"0\",0.5]"
            ),
            (
                #""namespace": ["n", "0", "1"]"#,
                "namespace: expected an array of a name, a start and an end, found [\"n\",\"0\",\"1\"]"
            ),
            (#""filters": [{"ranges": [[0, 1]]}]"#, "filters[0].seed: expected a string, found nothing"),
            (
                #""parentConditions": [{"condition": {"value": null}}]"#,
                "parentConditions[0].id: expected a string, found nothing"
            ),
        ])
    func types(_ member: String, _ problem: String) throws {
        let payload = try payload("{\"variations\": [1, 2], \(member)}")
        #expect(users(payload) == ["1", "2"])
        #expect(payload.problems.map(\.sentence) == ["features.f.rules[0].\(problem)"])
    }

    @Test(
        "Members of another part of a payload are named, because SDKs ignore them",
        arguments: [
            (
                #"{"force": 1, "savedGroups": ["g"]}"#,
                "savedGroups: is a member of the payload; it is ignored here"
            ),
            (
                #"{"force": 1, "urlPatterns": []}"#,
                "urlPatterns: is a member of an experiment; it is ignored here"
            ),
            (#"{"force": 1, "rules": []}"#, "rules: is a member of a feature; it is ignored here"),
            (#"{"force": 1, "variations": [1, 2]}"#, "variations: is ignored, because the rule has `force`"),
        ])
    func levels(_ rule: String, _ problem: String) throws {
        #expect(try payload(rule).problems.map(\.sentence) == ["features.f.rules[0].\(problem)"])
        let feature = #"{"features": {"f": {"defaultValue": 1, "condition": {"id": "1"}}}}"#
        #expect(
            try FeaturePayload(parsing: Array(feature.utf8)).problems.map(\.sentence) == [
                "features.f.condition: is a member of a rule; it is ignored here"
            ])
    }

    @Test(
        "Experiments without a feature that force a variation that they do not have, or have an odd status, are named"
    )
    func experiments() throws {
        let text = """
            {"features": {}, "experiments": [
              {"key": "e", "variations": [1, 2], "force": 5, "status": "paused"},
              {"key": "g", "variations": [1, 2], "ranges": [[0, 0.2], [0.2, 0.4], [0.4, 1]]}
            ]}
            """
        #expect(
            try FeaturePayload(parsing: Array(text.utf8)).findings().map(\.message) == [
                "experiments[0].status: expected draft, running or stopped, found \"paused\"",
                "the experiment e forces variation 5, but has 0 to 1, so no user is in it",
                "the experiment g has 2 variations and 3 ranges, so users in the others are not in it",
            ])
    }

    @Test("A weight below 0 is used by SDKs for JavaScript, and replaced by others")
    func weights() throws {
        let text = #"{"f": {"rules": [{"variations": [1, 2], "weights": [-0.5, 1.5]}]}}"#
        func finding(_ dialect: EvaluationOptions.Dialect) throws -> [String] {
            try FeaturePayload(parsing: Array(text.utf8), options: EvaluationOptions(dialect: dialect))
                .findings()
                .map(\.message)
        }
        #expect(try finding(.loose) == ["a weight is below 0; no user gets its variation"])
        #expect(try finding(.strict) == ["a weight is below 0; equal weights are used instead"])
    }
}
