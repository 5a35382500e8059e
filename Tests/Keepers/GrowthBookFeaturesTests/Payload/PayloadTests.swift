import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Payloads")
struct PayloadTests {
    private func payload(_ text: String, key: String? = nil) throws -> FeaturePayload {
        try FeaturePayload(parsing: Array(text.utf8), decryptionKey: key)
    }

    @Test("The map of features alone is a payload, too, and what is not known in one is ignored")
    func shapes() throws {
        #expect(try payload(#"{"f": {"defaultValue": 1, "new": {}}}"#).features.map(\.key) == ["f"])
        #expect(try payload(#"{"features": {"f": {}}, "whatever": [1]}"#).features.map(\.key) == ["f"])
    }

    @Test("What is no payload is refused in words", arguments: ["", "{", "[]", "1", #"{"features": []}"#])
    func unreadable(text: String) {
        let problem = #expect(throws: PayloadProblem.self) { try payload(text) }
        #expect(problem?.kind == .unreadable)
    }

    @Test("A server's refusal is told as one")
    func refusal() {
        let problem = #expect(throws: PayloadProblem.self) { try payload(#"{"status": 400, "error": "no key"}"#) }
        #expect(problem?.kind == .refusal)
        #expect(problem?.message.contains("no key") == true)
    }

    @Test("A member that cannot be decrypted leaves the others")
    func encrypted() throws {
        let payload = try payload(#"{"features": {"f": {}}, "encryptedSavedGroups": "AAAA.AAAA"}"#, key: "AAAA")
        #expect(payload.features.count == 1)
        #expect(payload.problems.map(\.kind) == [.encrypted])
    }

    @Test("Parts of the wrong kind are left out and named")
    func parts() throws {
        let payload = try payload(#"{"features": {"f": {"rules": [1, {"force": 2}]}, "g": 5}}"#)
        #expect(
            payload.problems.map(\.message) == [
                "feature f: rule 1 is an object, found number", "feature g: a feature is an object, found number",
            ])
        #expect(FeatureEvaluator(payload, for: EvaluationContext()).evaluate("f").value == 2)
    }

    @Test("A chain of a thousand prerequisites is followed to its end, and a cycle of as many ends")
    func chains() throws {
        for last in [#"{"defaultValue": true}"#, nil] {
            var features = (0..<1000).map { place -> JSONObject.Member in
                let next = (place + 1) % 1000
                let rule: JSONValue = [
                    "force": true, "parentConditions": [["id": .string("f\(next)"), "condition": ["value": true]]],
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
                ["force": false, "parentConditions": .array(parents + [["id": "none", "condition": ["value": 1]]])],
                ["force": true, "parentConditions": .array(parents)],
            ]
            return JSONObject.Member(
                name: "f\(place)", value: place == count - 1 ? ["defaultValue": true] : ["rules": .array(rules)])
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
