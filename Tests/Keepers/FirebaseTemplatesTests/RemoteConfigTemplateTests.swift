import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("Templates", .inTurn)
struct RemoteConfigTemplateTests {
    let text = #"""
        {"conditions": [{"name": "ios", "expression": "device.os == 'ios'", "tagColor": "BLUE"}],
         "parameters": {
           "color": {"defaultValue": {"value": "red"}, "conditionalValues": {"ios": {"value": "blue"}},
             "description": "The color", "valueType": "STRING", "later": [1.50]},
           "size": {"defaultValue": {"useInAppDefault": true}, "valueType": "NUMBER"},
           "none": {"valueType": "SOMETHING_NEW"},
           "rolled": {"defaultValue": {"rolloutValue": {"rolloutId": "r", "value": "x", "percent": 5}}}
         },
         "parameterGroups": {"Shop": {"description": "d", "parameters": {"flag": {"defaultValue": {"value": "true"}}}}},
         "version": {"versionNumber": "12", "updateUser": {"email": "a@example.com"}}, "unknown": {"x": null}}
        """#

    func template(_ text: String? = nil) throws(TemplateProblem) -> RemoteConfigTemplate {
        try RemoteConfigTemplate(parsing: Array((text ?? self.text).utf8))
    }

    @Test("parameters are found with their values, types and groups")
    func parameters() throws {
        let template = try template()
        #expect(template.parameters.map(\.key) == ["color", "size", "none", "rolled", "flag"])
        #expect(template.parameter("color")?.defaultValue == .text("red"))
        #expect(template.parameter("color")?.valueType == .string)
        #expect(template.parameter("size")?.defaultValue == .inAppDefault)
        #expect(template.parameter("none")?.defaultValue == nil)
        #expect(template.parameter("none")?.valueType == nil)
        guard case .other = template.parameter("rolled")?.defaultValue else {
            Issue.record("a rollout's value is neither text nor the app's default")
            return
        }
        #expect(template.parameter("flag")?.group == "Shop")
        #expect(template.versionNumber == 12)
    }

    @Test("an edit changes what it says and keeps everything else, in its order")
    func editing() throws {
        var template = try template()
        template.setDefaultValue(.text("green"), of: "color")
        template.setDefaultValue(.text("false"), of: "flag")
        template.setDefaultValue(.text("new"), of: "added")
        template.setDefaultValue(.text("1"), of: "count", type: .number, group: "Shop")
        template.removeParameter("size")
        template.removeParameter("absent")
        var expected =
            text
            .replacing(#""value": "red""#, with: #""value": "green""#)
            .replacing(
                #""flag": {"defaultValue": {"value": "true"}}"#,
                with: #"""
                    "flag": {"defaultValue": {"value": "false"}},
                    "count": {"defaultValue": {"value": "1"}, "valueType": "NUMBER"}
                    """#
            )
            .replacing(
                #""size": {"defaultValue": {"useInAppDefault": true}, "valueType": "NUMBER"},"#, with: "")
        expected = expected.replacing(
            #""percent": 5}}}"#,
            with: #"""
                "percent": 5}}}, "added": {"defaultValue": {"value": "new"}, "valueType": "STRING"}
                """#)
        #expect(JSONValue.object(template.json).compactText == (try JSONValue(parsing: expected)).compactText)
        #expect(try RemoteConfigTemplate(.object(template.json)) == self.template(expected))
    }

    @Test("an empty template takes parameters, with and without a group")
    func fromNothing() throws {
        var template = RemoteConfigTemplate()
        template.setDefaultValue(.inAppDefault, of: "a")
        template.setDefaultValue(.text("1"), of: "b", type: .number, group: "G")
        template.versionNumber = 3
        let read = try RemoteConfigTemplate(.object(template.json))
        #expect(read.parameter("a")?.defaultValue == .inAppDefault)
        #expect(read.parameter("b")?.group == "G")
        #expect(read.versionNumber == 3)
        // The groups' parameters come last when a document is read.
        #expect(Set(read.parameters) == Set(template.parameters))
    }

    @Test(
        "what is wrong is reported with its place",
        arguments: [
            ("[]", "the template: expected an object, found []"),
            ("{\n \"parameters\": {]", "the template is not JSON: "),
            (#"{"parameters": []}"#, "parameters: expected an object, found []"),
            (#"{"parameters": {"a": "1"}}"#, #"parameters.a: expected an object, found "1""#),
            (#"{"parameters": {"": {}}}"#, #"parameters[""] has an empty name"#),
            (
                #"{"parameters": {"a": {"defaultValue": "1"}}}"#,
                "parameters.a.defaultValue: expected an object"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"value": 1}}}}"#,
                "parameters.a.defaultValue.value: expected a string (every value is text), found 1"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"useInAppDefault": "yes"}}}}"#,
                #"parameters.a.defaultValue.useInAppDefault: expected true or false, found "yes""#
            ),
            (
                #"{"parameters": {"a": {"conditionalValues": {"c": 5}}}}"#,
                "parameters.a.conditionalValues.c: expected an object"
            ),
            (#"{"parameters": {"a": {"valueType": 5}}}"#, "parameters.a.valueType: expected a string"),
            (#"{"parameterGroups": {"G": 5}}"#, "parameterGroups.G: expected an object"),
            (
                #"{"parameters": {"a": {}}, "parameterGroups": {"G": {"parameters": {"a": {}}}}}"#,
                "parameterGroups.G.parameters.a is declared a second time; it is also parameters.a"
            ),
        ])
    func problems(text: String, words: String) {
        let problem = #expect(throws: TemplateProblem.self) { try template(text) }
        #expect(problem?.description.hasPrefix(words) == true, "\(String(describing: problem))")
    }

    @Test("a syntax error has line and column")
    func syntaxError() {
        let problem = #expect(throws: TemplateProblem.self) { try template("{\n \"parameters\": {]") }
        #expect(problem?.line == 2)
        #expect(problem?.column == 17)
    }
}
