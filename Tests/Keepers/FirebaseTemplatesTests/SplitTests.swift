import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseTemplates

@Suite("How a template's percentages divide installations", .inTurn)
struct SplitTests {
    /// A template with conditions, and a parameter with values under them.
    private func template(_ conditions: [String], _ values: [String]) throws -> ClientTemplate {
        let named = conditions.enumerated().map { #"{"name": "c\#($0)", "expression": "\#($1)"}"# }
        let conditional = values.enumerated().map { #""c\#($0)": \#($1)"# }
        let text = """
            {"conditions": [\(named.joined(separator: ", "))],
             "parameters": {"color": {"defaultValue": {"value": "grey"},
                                      "conditionalValues": {\(conditional.joined(separator: ", "))}}}}
            """
        return ClientTemplate(try RemoteConfigTemplate(parsing: Array(text.utf8)))
    }

    private func shares(_ split: ExperimentSplit?) -> [Double]? {
        split?.arms.map { (($0.intended ?? -1) * 1000).rounded() }
    }

    @Test("conditions decide one after the other, and simulated installations fall as they mean")
    func percentages() throws {
        let template = try template(
            [
                "device.os == 'ios' && percent('s') <= 20",
                "device.os == 'ios' && percent('s') between 10 and 50",
            ],
            [#"{"value": "red"}"#, #"{"value": "blue"}"#])
        let split = try #require(template.splits(of: ["color"], users: 20_000).first)
        #expect(split.arms.map(\.value) == ["grey", "red", "blue"])
        #expect(shares(split) == [500, 200, 300])
        for arm in split.arms { #expect(abs((arm.simulated ?? 0) - (arm.intended ?? 1)) < 0.015) }
        #expect(template.splits(of: ["other"], users: 10).isEmpty)
    }

    @Test("percentages with seeds of their own are independent of each other")
    func seeds() throws {
        let template = try template(
            ["percent('a') <= 50", "percent('b') > 50"], [#"{"value": "red"}"#, #"{"value": "blue"}"#])
        #expect(shares(template.splits(of: ["color"], users: 0).first) == [250, 500, 250])
    }

    @Test("who gets which value is worked out for installations like one, and adds up to all of them")
    func sharesLikeOne() throws {
        let template = try template(
            [
                "device.country in ['GB'] && percent('s') <= 20", "app.version.>=(['2.0'])",
                "percent('s') between 10 and 50",
            ], [#"{"value": "red"}"#, #"{"value": "blue"}"#, #"{"value": "green"}"#])
        var instance = AppInstance(now: .distantPast)
        func shares() throws -> [String] {
            try #require(template.shares(of: "color", like: instance)).map {
                "\($0.condition ?? "-") \(Int(($0.share * 100).rounded()))"
            }
        }
        #expect(try shares() == ["c0 0", "c1 0", "c2 40", "- 60"])
        instance.country = "GB"
        #expect(try shares() == ["c0 20", "c1 0", "c2 30", "- 50"])
        instance.appVersion = "2.1"
        #expect(try shares() == ["c0 20", "c1 80", "c2 0", "- 0"])
        #expect(template.shares(of: "other", like: instance) == nil)
    }

    @Test("a rollout counts under its own name, too")
    func rollout() throws {
        let template = try template(
            ["true"], [#"{"rolloutValue": {"rolloutId": "rollout_1", "value": "red", "percent": 30}}"#])
        let split = try #require(template.splits(of: ["rollout_1"], users: 20_000).first)
        #expect(split.experiment == "rollout_1" && split.key == "color")
        #expect(shares(split) == [700, 300])
        #expect(abs((split.arms[1].simulated ?? 0) - 0.3) < 0.015)
    }

    @Test("of an experiment of Firebase's the variants are known, and their shares are not")
    func experiment() throws {
        let value = """
            {"experimentValue": {"experimentId": "exp_1", "exposurePercent": 20, "variantValue": [
              {"variantId": "Baseline", "noChange": true}, {"variantId": "Variant A", "value": "red"}]}}
            """
        let split = try #require(try template(["true"], [value]).splits(of: ["color"], users: 10).first)
        #expect(split.experiment == "exp_1")
        #expect(split.arms.map(\.name) == ["Baseline", "Variant A"])
        #expect(split.arms.map(\.value) == ["grey", "red"])
        #expect(split.arms.allSatisfy { $0.intended == nil })
    }

    @Test("if percentages are for different users, or there are none, nothing is reported")
    func nothing() throws {
        let values = [#"{"value": "red"}"#, #"{"value": "blue"}"#]
        let different = try template(["device.os == 'ios' && percent <= 20", "percent <= 50"], values)
        #expect(different.splits(of: ["color"], users: 10).isEmpty)
        #expect(try template(["device.os == 'ios'"], values).splits(of: ["color"], users: 10).isEmpty)
    }

    @Test(
        "hostile percentages end in shares, and never in a trap",
        arguments: ["-5", "1e300", "0", "100", "1e-300"])
    func hostile(_ percent: String) throws {
        let value = #"{"rolloutValue": {"rolloutId": "r", "value": "red", "percent": \#(percent)}}"#
        for split in try template(["true"], [value]).splits(of: ["color"], users: 5) {
            #expect(split.arms.allSatisfy { (0...1).contains($0.intended ?? -1) })
        }
    }
}
