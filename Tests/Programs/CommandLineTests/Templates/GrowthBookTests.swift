import ExperimentsCore
import TestSupport
import Testing

@Suite("growthbook", .fewAtATime)
struct GrowthBookTests {
    private static let payload = """
        {"features": {
          "checkout": {"defaultValue": "old", "rules": [
            {"id": "fr_1", "condition": {"plan": "pro"}, "force": "new"},
            {"id": "fr_2", "key": "exp", "variations": ["a", "b"], "meta": [{"key": "c"}, {"key": "t"}]}]},
          "beta": {"defaultValue": false}}}
        """

    private func workplace(_ text: String = payload) throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(text, to: "f.json")
        return workplace
    }

    @Test("eval prints each feature in GrowthBook's words")
    func eval() async throws {
        let run = try await workplace().run(
            "growthbook", "eval", "f.json", "--attributes-json", #"{"id": "2"}"#, "--json")
        #expect(
            try run.json() == [
                "schema": 1,
                "features": [
                    "checkout": [
                        "value": "b", "on": true, "source": "experiment", "ruleId": "fr_2",
                        "experiment": "exp",
                        "variationId": 1, "variationKey": "t", "inExperiment": true, "hashUsed": true,
                        "hashAttribute": "id", "hashValue": "2", "bucket": .number("0.704"),
                    ],
                    "beta": [
                        "value": false, "on": false, "source": "defaultValue", "ruleId": "",
                        "experiment": nil,
                        "variationId": nil, "inExperiment": false, "hashUsed": false,
                    ],
                ],
            ], "\(run)")
        #expect(run.status == 0)
    }

    @Test("eval accepts the options of the SDKs, and reports missing features")
    func context() async throws {
        let workplace = try workplace()
        let forced = try await workplace.run(
            "growthbook", "eval", "f.json", "--feature", "checkout", "--context-json",
            #"{"attributes": {"id": "2"}, "forcedVariations": {"exp": 0}}"#, "--json")
        let checkout = try forced.json().object?["features"]?.object?["checkout"]?.object
        #expect(checkout?["value"] == "a", "\(forced)")
        #expect(checkout?["hashUsed"] == false)
        let unknown = try await workplace.run("growthbook", "eval", "f.json", "--feature", "gone", "--json")
            .json()
        #expect(unknown.object?["features"]?.object?["gone"]?.object?["source"] == "unknownFeature")
    }

    @Test("explain says what each rule asked, and draws the buckets")
    func explain() async throws {
        let run = try await workplace().run(
            "growthbook", "explain", "f.json", "--feature", "checkout", "--attributes-json", #"{"id": "2"}"#)
        #expect(
            run.output.contains(
                "checkout is \"b\"\n  rule 1 (fr_1)\n    plan is \"pro\" (it is not known)\n"), "\(run)"
        )
        #expect(run.output.contains("    variation t by exp: bucket 0."), "\(run)")
        #expect(run.output.contains("\n      0 ├"), "\(run)")
    }

    @Test("lint exits with 2 where it is strict and finds something")
    func lint() async throws {
        let workplace = try workplace(#"{"f": {"rules": [{"force": 1}, {"force": 2}]}}"#)
        let run = try await workplace.run("growthbook", "lint", "f.json", "--strict")
        let finding = "f.json: f, rule 2: no user gets here, because rule 1 applies to all"
        #expect(run.output == "\(finding)\n1 finding\n", "\(run)")
        #expect(run.status == 2)
        #expect(try await workplace.run("growthbook", "lint", "f.json").status == 0)
    }

    @Test("lint names the place of a part that cannot be read once, as a finding")
    func lintPlaces() async throws {
        let workplace = try workplace("{\n  \"f\": {\"rules\": [3]}\n}\n")
        let run = try await workplace.run("growthbook", "lint", "f.json")
        #expect(run.errors.isEmpty, "\(run)")
        #expect(run.output == "f.json:2:19: f.rules[0]: expected an object, found 3\n1 finding\n", "\(run)")
        let document = try await workplace.run("growthbook", "lint", "f.json", "--json").json()
        let finding = document.object?["findings"]?.array?.first?.object
        #expect(finding?["line"] == 2 && finding?["column"] == 19 && finding?["kind"] == "unreadable")
    }

    @Test("simulate gives the shares, the same ones for the same seed")
    func simulate() async throws {
        let workplace = try workplace()
        let simulate = {
            try await workplace.run(
                "growthbook", "simulate", "f.json", "--users", "5000", "--feature", "checkout", "--json")
        }
        let first = try await simulate()
        let arms = try first.json().object?["features"]?.array?.first?.object?["arms"]?.array?.compactMap(
            \.object)
        let shares = arms?.compactMap { $0["share"]?.double } ?? []
        #expect(shares.count == 2, "\(first)")
        #expect(shares.allSatisfy { abs($0 - 0.5) < 0.05 }, "\(first)")
        #expect(try await simulate().output == first.output)
    }

    @Test(
        "a file that is not a payload is an error with its name",
        arguments: ["eval", "explain", "lint", "simulate"])
    func badFile(command: String) async throws {
        let run = try await workplace("{\"features\": [").run("growthbook", command, "f.json")
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("f.json:1:15: "), "\(run)")
    }
}
