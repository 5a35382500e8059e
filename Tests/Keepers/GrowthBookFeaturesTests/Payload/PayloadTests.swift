import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Payloads", .inTurn)
struct PayloadTests {
    private func payload(_ text: String, key: String? = nil) throws -> FeaturePayload {
        try FeaturePayload(parsing: Array(text.utf8), decryptionKey: key)
    }

    @Test("The map of features alone is a payload, too, and what is not known in one is ignored")
    func shapes() throws {
        #expect(try payload(#"{"f": {"defaultValue": 1, "new": {}}}"#).features.map(\.key) == ["f"])
        #expect(try payload(#"{"features": {"f": {}}, "whatever": [1]}"#).features.map(\.key) == ["f"])
    }

    @Test(
        "An invalid payload is refused with a reason",
        arguments: [
            "", "{", "[]", "1", #"{"features": []}"#, #"{"features": null}"#, "{}", #"{"status": 200}"#,
        ])
    func unreadable(text: String) {
        let problem = #expect(throws: PayloadProblem.self) { try payload(text) }
        #expect(problem?.kind == .unreadable)
    }

    @Test("A server's refusal is reported as one")
    func refusal() {
        let problem = #expect(throws: PayloadProblem.self) {
            try payload(#"{"status": 400, "error": "no key"}"#)
        }
        #expect(problem?.kind == .refusal)
        #expect(problem?.message.contains("no key") == true)
    }

    @Test("A member that cannot be decrypted leaves the others")
    func encrypted() throws {
        let payload = try payload(
            #"{"features": {"f": {}}, "encryptedSavedGroups": "AAAA.AAAA"}"#, key: "AAAA")
        #expect(payload.features.count == 1)
        #expect(payload.problems.map(\.kind) == [.encrypted])
    }

    @Test("Parts of the wrong kind are left out and named")
    func parts() throws {
        let payload = try payload(#"{"features": {"f": {"rules": [1, {"force": 2}]}, "g": 5}}"#)
        #expect(
            payload.problems.map(\.description) == [
                "1:31: features.f.rules[0]: expected an object, found 1",
                "1:50: features.g: expected an object, found 5",
            ])
        #expect(FeatureEvaluator(payload, for: EvaluationContext()).evaluate("f").value == 2)
    }

    @Test(
        "A part of the wrong kind is named by its path, with what is expected and what is found",
        arguments: [
            (#"{"features": {"f": {"rules": 7}}}"#, "features.f.rules: expected an array, found 7"),
            (
                #"{"features": {"f": {"rules": [{"variations": {}}]}}}"#,
                "features.f.rules[0].variations: expected an array, found {}"
            ),
            (#"{"f": {"rules": [{"filters": "x"}]}}"#, "f.rules[0].filters: expected an array, found \"x\""),
            (
                #"{"f": {"rules": [{}, {"parentConditions": 1}]}}"#,
                "f.rules[1].parentConditions: expected an array, found 1"
            ),
            (
                #"{"f": {"rules": [{"variations": [1, 2], "namespace": ["n"]}]}}"#,
                #"f.rules[0].namespace: expected an array of a name, a start and an end, found ["n"]"#
            ),
            (
                #"{"features": {}, "experiments": {"a": 1}}"#,
                #"experiments: expected an array, found {"a":1}"#
            ),
            (#"{"features": {}, "experiments": [null]}"#, "experiments[0]: expected an object, found null"),
            (
                #"{"features": {}, "experiments": [{"key": "e", "urlPatterns": true}]}"#,
                "experiments[0].urlPatterns: expected an array, found true"
            ),
            (#"{"features": {}, "savedGroups": 4}"#, "savedGroups: expected an object, found 4"),
            (
                #"{"features": {}, "savedGroups": {"g": 4}}"#,
                "savedGroups.g: expected an array or an object, found 4"
            ),
            (
                #"{"features": {}, "savedGroups": {"g": {"type": "list"}}}"#,
                "savedGroups.g.values: expected an array of values, found nothing"
            ),
            (
                #"{"features": {}, "savedGroups": {"g": {"type": "condition"}}}"#,
                "savedGroups.g.condition: expected a condition, found nothing"
            ),
        ])
    func paths(text: String, words: String) throws {
        #expect(try payload(text).problems.map(\.sentence) == [words])
    }

    @Test("A payload of the wrong kind is refused at its place")
    func refusedPlace() throws {
        let list = #expect(throws: PayloadProblem.self) { try payload("\n[1]") }
        #expect(list?.description == "2:1: expected an object with `features`, found [1]")
        let features = #expect(throws: PayloadProblem.self) { try payload("{\n \"features\": []}") }
        #expect(features?.description == "2:2: features: expected an object, found []")
    }

    @Test("A problem of what was replaced or encrypted has no place in the text")
    func unplaced() throws {
        let bytes = Array(#"{"features": {"f": 1}}"#.utf8)
        let json = try JSONValue(parsing: bytes)
        var payload = try FeaturePayload(json)
        payload.locateProblems(in: bytes, as: json, without: ["features"])
        #expect(payload.problems.map(\.line) == [nil])
        payload.locateProblems(in: bytes, as: ["encryptedFeatures": "x"])
        #expect(payload.problems.map(\.line) == [nil])
        payload.locateProblems(in: bytes, as: json)
        #expect(payload.problems.map(\.column) == [15])
    }

    @Test(
        "A problem of encrypted features has no place in the text, which may have an empty object in their place"
    )
    func encryptedPlace() throws {
        // The features are {"f": 1}.
        let text =
            #"{"features": {}, "encryptedFeatures": "AAAAAAAAAAAAAAAAAAAAAA==.dTlpgQIUEEl1n4h0w+fyvA=="}"#
        let payload = try payload(text, key: "MDEyMzQ1Njc4OWFiY2RlZg==")
        #expect(payload.problems.map(\.description) == ["features.f: expected an object, found 1"])
    }

    @Test("A chain of a thousand prerequisites is followed to its end, and a cycle of as many ends")
    func chains() throws {
        for last in [#"{"defaultValue": true}"#, nil] {
            var features = (0..<1000).map { place -> JSONObject.Member in
                let next = (place + 1) % 1000
                let rule: JSONValue = [
                    "force": true,
                    "parentConditions": [["id": .string("f\(next)"), "condition": ["value": true]]],
                ]
                return JSONObject.Member(name: "f\(place)", value: ["defaultValue": false, "rules": [rule]])
            }
            if let last { features[999].value = try JSONValue(parsing: last) }
            let payload = try FeaturePayload(.object(JSONObject(distinct: features)))
            let result = FeatureEvaluator(payload, for: EvaluationContext()).evaluate("f0")
            #expect(result.source == (last == nil ? .cyclicPrerequisite : .force))
        }
    }

    @Test("Diamonds of prerequisites upon each other are asked in linear time", arguments: [35, 60])
    func diamonds(count: Int) throws {
        let features = (0..<count).map { place -> JSONObject.Member in
            let parents: [JSONValue] = [["id": .string("f\(place + 1)"), "condition": ["value": true]]]
            let rules: [JSONValue] = [
                [
                    "force": false,
                    "parentConditions": .array(parents + [["id": "none", "condition": ["value": 1]]]),
                ],
                ["force": true, "parentConditions": .array(parents)],
            ]
            return JSONObject.Member(
                name: "f\(place)",
                value: place == count - 1 ? ["defaultValue": true] : ["rules": .array(rules)])
        }
        let payload = try FeaturePayload(.object(JSONObject(distinct: features)))
        #expect(FeatureEvaluator(payload, for: EvaluationContext()).evaluate("f0").value == true)
    }

    @Test("Random payloads and users are evaluated, explained and checked without harm", arguments: 0..<200)
    func fuzz(seed: Int) throws {
        var random = RandomPayload(seed: UInt64(seed))
        let json = random.payload()
        for dialect in EvaluationOptions.Dialect.allCases {
            let options = EvaluationOptions(dialect: dialect)
            guard let payload = try? FeaturePayload(json, options: options) else { continue }
            let context = (try? EvaluationContext(random.context())) ?? EvaluationContext()
            let evaluator = FeatureEvaluator(payload, for: context)
            for feature in payload.features {
                let result = evaluator.evaluate(feature.key)
                #expect(Plain(evaluator.explain(feature.key).result.json) == Plain(result.json))
            }
            _ = payload.findings()
            _ = evaluator.redirects()
            _ = payload.simulate(for: context, SimulationPlan(users: 3))
        }
    }
}

@Suite("A reference to a saved group", .inTurn)
struct GroupReferenceTests {
    private func isMet(_ condition: String, _ dialect: EvaluationOptions.Dialect) throws -> Bool {
        let text = """
            {"savedGroups": {"g": ["1"]},
             "features": {"f": {"defaultValue": false, "rules": [{"condition": \(condition), "force": true}]}}}
            """
        let payload = try FeaturePayload(
            parsing: Array(text.utf8), options: EvaluationOptions(dialect: dialect))
        let attributes = try #require(JSONValue(parsing: #"{"id": "1"}"#).object)
        return FeatureEvaluator(payload, for: EvaluationContext(attributes: attributes)).evaluate("f").value
            == true
    }

    @Test(
        "that cannot be read fails in the strict dialect",
        arguments: [#"{}"#, #"{"id": "g", "attributeKey": 1}"#, #"{"id": 7}"#, "5", "[]"])
    func malformed(reference: String) throws {
        #expect(try !isMet("{\"$savedGroup\": \(reference)}", .strict))
        #expect(try !isMet("{\"$not\": {\"$savedGroup\": \(reference)}}", .strict))
    }
}
