import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("Client templates, evaluated here", .inTurn)
struct ClientTemplateTests {
    private func template(_ text: String) throws -> ClientTemplate {
        ClientTemplate(try RemoteConfigTemplate(parsing: Array(text.utf8)))
    }

    private func evaluate(_ text: String, os: String = "ios") throws -> ClientEvaluation {
        var instance = AppInstance(now: Date(timeIntervalSince1970: 0))
        instance.operatingSystem = os
        instance.installationID = "user-1"
        return try template(text).evaluate(for: instance)
    }

    @Test(
        "of the conditions that hold, the first of the template that has a value decides, not the first written"
    )
    func order() throws {
        let text = #"""
            {"conditions": [{"name": "a", "expression": "true"}, {"name": "b", "expression": "device.os == 'ios'"},
                            {"name": "c", "expression": "true"}],
             "parameters": {"p": {"defaultValue": {"value": "0"},
                                  "conditionalValues": {"c": {"value": "3"}, "b": {"value": "2"}}}},
             "parameterGroups": {"G": {"parameters": {"q": {"defaultValue": {"value": "g"}}}}}}
            """#
        let ios = try evaluate(text)
        #expect(ios["p"]?.text == "2")
        #expect(ios["p"]?.condition == "b")
        #expect(ios["q"]?.text == "g")
        #expect(ios["q"]?.condition == nil)
        #expect(try evaluate(text, os: "android")["p"]?.condition == "c")
        #expect(ios["none"] == nil)
    }

    @Test("the app's own default and a missing value are distinguished")
    func inAppDefault() throws {
        let text = #"""
            {"conditions": [{"name": "a", "expression": "true"}],
             "parameters": {"d": {"defaultValue": {"value": "x"}, "conditionalValues": {"a": {"useInAppDefault": true}}},
                            "n": {}}}
            """#
        let evaluation = try evaluate(text)
        #expect(evaluation["d"]?.text == nil)
        #expect(evaluation["d"]?.usesInAppDefault == true)
        #expect(evaluation["d"]?.condition == "a")
        #expect(evaluation["n"]?.usesInAppDefault == false)
    }

    @Test("a rollout reaches its share; a personalized value is passed over")
    func rollout() throws {
        let text = #"""
            {"conditions": [{"name": "a", "expression": "true"}, {"name": "b", "expression": "true"}],
             "parameters": {
               "all": {"defaultValue": {"value": "0"},
                       "conditionalValues": {"a": {"rolloutValue": {"rolloutId": "r", "value": "1", "percent": 100}}}},
               "none": {"defaultValue": {"value": "0"}, "conditionalValues": {
                       "a": {"personalizationValue": {"personalizationId": "x"}},
                       "b": {"rolloutValue": {"rolloutId": "r", "value": "1", "percent": 0}}}}}}
            """#
        let evaluation = try evaluate(text)
        #expect(evaluation["all"]?.text == "1")
        #expect(evaluation["none"]?.text == "0")
        #expect(evaluation["none"]?.condition == nil)
    }

    @Test("an expression that cannot be read never holds, and is reported with its place")
    func badExpression() throws {
        let template = try template(#"{"conditions": [{"name": "a", "expression": "device.os = 'ios'"}]}"#)
        #expect(template.problems.first?.path.description == "conditions[0].expression")
        #expect(template.problems.first?.excerpt?.hasSuffix("^") == true)
        #expect(template.evaluate(for: AppInstance(now: Date())).conditions.map(\.holds) == [false])
    }
}
