import ExperimentsCore
import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("How rules divide users", .inTurn)
struct SplitTests {
    private func payload(_ text: String) throws -> FeaturePayload {
        try FeaturePayload(parsing: Array(text.utf8), decryptionKey: nil)
    }

    private func shares(_ arms: [ExperimentSplit.Arm]) -> [Double] {
        arms.map { (($0.intended ?? -1) * 1000).rounded() }
    }

    private static let experiment = """
        {"features": {"page": {"defaultValue": "a", "rules": [
          {"condition": {"country": "NO"}, "key": "exp", "variations": ["a", "b", "c"], "weights": [0.5, 0.3, 0.2],
           "coverage": 0.5, "meta": [{"key": "control"}, {"key": "one"}, {"key": "two"}]}]}}}
        """

    @Test("an experiment divides those who take part by its weights, whoever it is for")
    func experiment() throws {
        let payload = try payload(Self.experiment)
        for subject in ["page", "exp"] {
            let split = try #require(payload.splits(of: [subject], users: 20_000).first)
            #expect(split.experiment == "exp" && split.key == "page")
            #expect(split.arms.map(\.name) == ["control", "one", "two"])
            #expect(split.arms.map(\.value) == ["a", "b", "c"])
            #expect(shares(split.arms) == [500, 300, 200])
            for arm in split.arms { #expect(abs((arm.simulated ?? 0) - (arm.intended ?? 1)) < 0.02) }
        }
        #expect(payload.splits(of: ["other"], users: 10).isEmpty)
    }

    @Test("a rollout leaves the rest at the default")
    func rollout() throws {
        let text = """
            {"features": {"page": {"defaultValue": false, "rules": [
              {"condition": {"tester": true}, "force": true}, {"id": "fr_1", "force": true, "coverage": 0.3,
               "hashAttribute": "id"}]}}}
            """
        let split = try #require(try payload(text).splits(of: ["page"], users: 20_000).first)
        #expect(split.experiment == "page")
        #expect(split.arms.map(\.name) == [nil, "fr_1"])
        #expect(split.arms.map(\.value) == ["false", "true"])
        #expect(shares(split.arms) == [700, 300])
        #expect(abs((split.arms[1].simulated ?? 0) - 0.3) < 0.02)
    }

    @Test(
        "if chance divides no one, nothing is reported",
        arguments: [
            #"{"force": 1}"#, #"{"force": 1, "coverage": 1}"#, #"{"force": 1, "coverage": 0}"#,
            #"{"key": "e", "variations": [0, 1], "coverage": 0}"#,
            #"{"key": "e", "variations": [0, 1], "hashVersion": 9}"#,
        ])
    func nothing(_ rule: String) throws {
        let payload = try payload(#"{"features": {"page": {"defaultValue": 0, "rules": [\#(rule)]}}}"#)
        #expect(payload.splits(of: ["page"], users: 100).isEmpty, "\(rule)")
    }

    @Test("no payload of any kind makes it trap")
    func random() {
        for seed in 0..<300 as Range<UInt64> {
            var random = RandomPayload(seed: seed)
            guard let payload = try? payload(random.payload().compactText) else { continue }
            let subjects = Set(payload.features.map(\.key))
            for split in payload.splits(of: subjects, users: 20) {
                #expect(split.arms.allSatisfy { ($0.intended ?? 0) >= 0 })
            }
        }
    }
}
