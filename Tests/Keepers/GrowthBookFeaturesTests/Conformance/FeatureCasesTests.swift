import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

/// Whole evaluations, against what the official SDK for JavaScript gave.
@Suite(
    "Recorded features and experiments", .inTurn,
    .enabled(if: Conformance.isPresent, Comment(rawValue: Conformance.absence)))
struct FeatureCasesTests {
    @Test(
        "Features have the recorded values", arguments: RecordedCases.allCases,
        ["feature", "contextualBandit"])
    func features(file: RecordedCases, section: String) throws {
        for recorded in try file.section(section) {
            let result = try evaluator(recorded[1]).evaluate(recorded[2].string ?? "")
            #expect(
                Plain(result.json) == Plain(recorded[3]),
                "\(recorded[0].string ?? ""): \(result.json.compactText)")
        }
    }

    @Test(
        "An explained feature has the same value", arguments: RecordedCases.allCases,
        ["feature", "contextualBandit"])
    func explained(file: RecordedCases, section: String) throws {
        for recorded in try file.section(section) {
            let explanation = try evaluator(recorded[1]).explain(recorded[2].string ?? "")
            #expect(Plain(explanation.result.json) == Plain(recorded[3]))
            #expect(!explanation.lines.isEmpty)
        }
    }

    @Test("Experiments have the recorded results", arguments: RecordedCases.allCases)
    func experiments(file: RecordedCases) throws {
        for recorded in try file.section("run") {
            var context = try #require(recorded[1].object)
            context["experiments"] = .array([recorded[2]])
            let evaluator = try evaluator(.object(context))
            let result = evaluator.run(try #require(evaluator.payload.experiments.first))
            let name = recorded[0].string ?? ""
            #expect(Plain(result.value) == Plain(recorded[3]), "\(name)")
            #expect(result.isInExperiment == recorded[4].bool, "\(name)")
            #expect(result.isHashUsed == recorded[5].bool, "\(name)")
        }
    }

    @Test("Stored assignments count and change as recorded", arguments: RecordedCases.allCases)
    func stickyBuckets(file: RecordedCases) throws {
        for recorded in try file.section("stickyBucket") {
            let evaluator = try evaluator(recorded[1], stickyBuckets: StickyBuckets(recorded[2]))
            var pass = EvaluationPass(evaluator)
            let result = pass.result(of: recorded[3].string ?? "")
            let name = recorded[0].string ?? ""
            #expect(Plain(result.experimentResult?.json ?? .null) == Plain(recorded[4]), "\(name)")
            let expected = StickyBuckets(recorded[5])
            #expect((pass.kept ?? evaluator.stickyBuckets) == expected, "\(name)")
        }
    }

    @Test("Redirects lead where they were recorded to", arguments: RecordedCases.allCases)
    func redirects(file: RecordedCases) throws {
        for recorded in try file.section("urlRedirect") {
            let redirects = try evaluator(recorded[1]).redirects().map { redirect -> JSONValue in
                var members = JSONObject()
                members["inExperiment"] = .bool(redirect.result.isInExperiment)
                members["urlRedirect"] = redirect.target.map(JSONValue.string)
                members["urlWithParams"] = redirect.address.map(JSONValue.string)
                return .object(members)
            }
            #expect(Plain(.array(redirects)) == Plain(recorded[2]), "\(recorded[0].string ?? "")")
        }
    }
}
