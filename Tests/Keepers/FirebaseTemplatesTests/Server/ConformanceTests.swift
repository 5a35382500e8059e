import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite(
    "The values that the official SDKs compute", .inTurn,
    .enabled(if: Conformance.isPresent, Comment(rawValue: Conformance.absence)))
struct ConformanceTests {
    private static func recorded() throws -> JSONObject {
        let bytes = [UInt8](try Conformance.data("firebase/server_evaluation.json"))
        return try #require(try JSONValue(parsing: bytes).object)
    }

    @Test("each recorded id falls on its percentile")
    func percentiles() throws {
        let vectors = try #require(try Self.recorded()["percentVectors"]?.array)
        #expect(!vectors.isEmpty)
        for vector in vectors.compactMap(\.object) {
            let id = try #require(vector["randomizationId"]?.string)
            let seed = try #require(vector["seed"]?.string)
            #expect(
                Percentile.microPercentile(of: id, seed: seed) == vector["microPercentile"]?.int,
                "\(seed) \(id)")
        }
    }

    @Test("each recorded case has the value of all SDKs, or of one of them if they differ")
    func cases() throws {
        let cases = try #require(try Self.recorded()["cases"]?.array).compactMap(\.object)
        #expect(cases.count >= 190)
        for recorded in cases {
            let name = try #require(recorded["id"]?.string)
            let evaluation = try Self.evaluation(of: recorded)
            let isAsExpected = try Self.isAsExpected(evaluation, recorded)
            if recorded["agree"]?.bool == true {
                #expect(
                    isAsExpected,
                    "\(name): \(Self.summary(evaluation)) is not \(JSONValue.object(recorded).compactText)")
            } else {
                let isAsPeer = Self.isAsPeer(evaluation, recorded)
                #expect(isAsExpected || isAsPeer, "\(name): \(Self.summary(evaluation))")
            }
        }
    }

    @Test("if the SDKs differ, each choice is the one that is documented")
    func choices() throws {
        let python: Set<String> = ["num-edge-12", "str-42", "ver-edge-11", "ver-edge-13"]
        let cases = try #require(try Self.recorded()["cases"]?.array).compactMap(\.object)
        for recorded in cases where recorded["agree"]?.bool == false {
            let name = try #require(recorded["id"]?.string)
            let evaluation = try Self.evaluation(of: recorded)
            let choice =
                python.contains(name)
                ? try Self.isAsExpected(evaluation, recorded) : Self.isAsPeer(evaluation, recorded)
            #expect(choice, "\(name): \(Self.summary(evaluation))")
        }
    }

    private static func evaluation(of recorded: JSONObject) throws -> ServerEvaluation {
        let template = try ServerTemplate(RemoteConfigTemplate(try #require(recorded["template"])))
        let context = EvaluationContext(recorded["context"]?.object ?? JSONObject())
        let defaults = ServerEvaluation.texts(ofDefaults: recorded["defaults"]?.object ?? JSONObject())
        return template.evaluate(for: context, defaults: defaults)
    }

    private static func isAsExpected(_ evaluation: ServerEvaluation, _ recorded: JSONObject) throws -> Bool {
        if recorded["expectedError"] != nil { return !evaluation.problems.isEmpty }
        guard evaluation.problems.isEmpty else { return false }
        let values = try #require(recorded["expected"]?.object).members
        return conditionsAre(recorded["expectedConditions"], evaluation)
            && values.allSatisfy { member in
                let value = evaluation[member.name]
                let expected = member.value.object
                return isSame(value, expected) && value.int == expected?["int"]?.int
                    && value.double == number(expected?["float"])
            }
    }

    private static func isAsPeer(_ evaluation: ServerEvaluation, _ recorded: JSONObject) -> Bool {
        guard let peer = recorded["peer"]?.object, let values = peer["values"]?.object else {
            return !evaluation.problems.isEmpty
        }
        return conditionsAre(peer["conditions"], evaluation)
            && values.members.allSatisfy { member in
                let value = evaluation[member.name]
                let expected = member.value.object
                return isSame(value, expected) && value.double == number(expected?["number"])
            }
    }

    private static func isSame(_ value: ConfigValue, _ expected: JSONObject?) -> Bool {
        value.source.rawValue == expected?["source"]?.string
            && value.text.utf8.elementsEqual((expected?["string"]?.string ?? "?").utf8)
            && value.bool == expected?["boolean"]?.bool
    }

    private static func conditionsAre(_ expected: JSONValue?, _ evaluation: ServerEvaluation) -> Bool {
        let members = expected?.object?.members ?? []
        return members.count == evaluation.conditions.count
            && members.allSatisfy { evaluation.holds($0.name) == $0.value.bool }
    }

    private static func number(_ json: JSONValue?) -> Double? {
        switch json {
        case .string("inf"), .string("Infinity"): .infinity
        case .string("-inf"), .string("-Infinity"): -.infinity
        default: json?.double
        }
    }

    private static func summary(_ evaluation: ServerEvaluation) -> String {
        "\(evaluation.parameters.map { "\($0.key)=\($0.value)" }) \(evaluation.conditions) \(evaluation.problems)"
    }
}
