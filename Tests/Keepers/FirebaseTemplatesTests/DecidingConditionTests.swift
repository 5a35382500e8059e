import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("Which value an installation gets, and how many get it", .inTurn)
struct DecidingConditionTests {
    private static func template(_ value: String) throws -> ClientTemplate {
        let text = #"""
            {"conditions": [{"name": "everyone", "expression": "true"}], "parameters": {
              "button": {"defaultValue": {"value": "red"}, "conditionalValues": {"everyone": \#(value)}}}}
            """#
        return ClientTemplate(try RemoteConfigTemplate(parsing: Array(text.utf8)))
    }

    private static let experiment =
        #"{"experimentValue": {"experimentId": "7", "exposurePercent": 80, "variantValue": ["#
        + #"{"variantId": "0", "noChange": true}, {"variantId": "1", "value": "green"}]}}"#
    private static let rollout = #"{"rolloutValue": {"rolloutId": "r", "value": "green", "percent": 12.5}}"#

    @Test(
        "the shares count only users who take part",
        arguments: [(experiment, [0.8, 0.2]), (rollout, [0.125, 0.875]), (#"{"value": "x"}"#, [1, 0])])
    func shares(_ value: String, _ expected: [Double]) throws {
        let shares = try Self.template(value).shares(of: "button", like: AppInstance(now: Date()))
        for (share, wanted) in zip(try #require(shares), expected) {
            #expect(abs(share.share - wanted) < 1e-6)
        }
    }

    @Test(
        "the marked value is the one whose share the installation is part of",
        arguments: [experiment, rollout])
    func marks(_ value: String) throws {
        let template = try Self.template(value)
        let count = 4000
        let marked = (0..<count).count { number in
            var instance = AppInstance(now: Date())
            instance.installationID = "user-\(number)"
            return template.decidingCondition(of: "button", for: instance) == .condition("everyone")
        }
        let share = try #require(template.shares(of: "button", like: AppInstance(now: Date()))?.first).share
        #expect(abs(Double(marked) / Double(count) - share) < 0.03)
    }

    @Test("a personalized value decides, whatever Google chooses")
    func personalized() throws {
        let template = try Self.template(#"{"personalizationValue": {"personalizationId": "p"}}"#)
        let instance = AppInstance(now: Date())
        #expect(template.decidingCondition(of: "button", for: instance) == .condition("everyone"))
        #expect(template.decidingCondition(of: "other", for: instance) == nil)
    }
}
