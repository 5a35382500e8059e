import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("What a template must have, and how protobuf's JSON may write it", .inTurn)
struct PresenceTests {
    private func errors(_ parameter: String, version: String = "{}") -> [String] {
        let text = #"""
            {"conditions": [{"name": "c", "expression": "true"}], "parameters": {"k": \#(parameter)}, "version": \#(version)}
            """#
        return TemplateValidator().read(Array(text.utf8)).problems.filter { $0.severity == .error }.map(
            \.summary)
    }

    @Test(
        "a parameter has a default or a conditional value",
        arguments: [
            "{}", #"{"description": "d"}"#, #"{"valueType": "STRING"}"#, #"{"conditionalValues": {}}"#,
            #"{"defaultValue": null}"#,
        ])
    func nothing(_ parameter: String) {
        #expect(errors(parameter) == ["parameters.k has neither a default value nor a conditional value"])
    }

    @Test(
        "a parameter with one of them is complete",
        arguments: [
            #"{"defaultValue": {"value": ""}}"#, #"{"defaultValue": {"useInAppDefault": true}}"#,
            #"{"conditionalValues": {"c": {"value": "x"}}}"#,
        ])
    func something(_ parameter: String) { #expect(errors(parameter).isEmpty) }

    @Test("an edit cannot take away the last value")
    func edit() throws {
        let text = #"{"parameters": {"k": {"defaultValue": {"value": "1"}}}}"#
        let template = try RemoteConfigTemplate(parsing: Array(text.utf8))
        var draft = TemplateDraft(base: PublishedTemplate(template: template, etag: "1"))
        #expect(throws: TemplateEditProblem.self) { try draft.make(.removeValue(key: "k", condition: nil)) }
    }

    @Test("a number may be a text, and a variant has one of value and noChange")
    func numbers() {
        func experiment(_ variant: String) -> String {
            #"{"conditionalValues": {"c": {"experimentValue": {"experimentId": "1", "exposurePercent": "50", "#
                + #""variantValue": [\#(variant)]}}}}"#
        }
        #expect(errors(experiment(#"{"variantId": "0", "noChange": true}"#)).isEmpty)
        #expect(errors(experiment(#"{"variantId": "0", "value": "x"}"#)).isEmpty)
        #expect(!errors(experiment(#"{"variantId": "0", "value": "x", "noChange": false}"#)).isEmpty)
        let rollout =
            #"{"conditionalValues": {"c": {"rolloutValue": {"rolloutId": "r", "value": "x", "percent": "50"}}}}"#
        #expect(errors(rollout).isEmpty)
    }

    @Test("the time of a version is a time")
    func time() {
        let value = #"{"defaultValue": {"value": "1"}}"#
        #expect(errors(value, version: #"{"updateTime": "2026-01-31T12:00:00Z"}"#).isEmpty)
        #expect(errors(value, version: #"{"updateTime": "yesterday"}"#).count == 1)
    }
}

@Suite("A draft of a template for servers", .inTurn)
struct ServerDraftTests {
    @Test("follows the rules of servers, also after it was stored and rebased")
    func rules() throws {
        let text = #"{"parameters": {"k": {"defaultValue": {"value": "1"}}}}"#
        let base = PublishedTemplate(template: try RemoteConfigTemplate(parsing: Array(text.utf8)), etag: "1")
        var draft = TemplateDraft(base: base, in: .server)
        try draft.make(.setValue(key: "k", condition: nil, .text("2")))
        let stored = try TemplateDraft(parsing: JSONValue.object(draft.json).compactBytes)
        for var draft in [draft, stored, stored.rebased(on: base).draft] {
            #expect(draft.namespace == .server)
            // Servers know no countries.
            #expect(throws: TemplateEditProblem.self) {
                try draft.make(.addCondition(name: "uk", expression: "device.country in ['GB']", index: nil))
            }
        }
        var apps = TemplateDraft(base: base)
        try apps.make(.addCondition(name: "uk", expression: "device.country in ['GB']", index: nil))
        #expect(apps.json["namespace"] == nil)
    }
}
