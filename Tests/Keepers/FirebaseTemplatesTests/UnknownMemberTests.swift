import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("Members that the service does not know", .inTurn)
struct UnknownMemberTests {
    private func problems(_ text: String) -> [TemplateProblem] {
        TemplateValidator().read(Array(text.utf8)).problems
    }

    private func template(_ text: String) throws -> RemoteConfigTemplate {
        try RemoteConfigTemplate(parsing: Array(text.utf8))
    }

    @Test(
        "a misspelled member is an error with its place and the nearest name, at any depth",
        arguments: [
            (
                #"{"parameters": {"a": {"defaultvalue": {"value": "1"}}}}"#, "parameters.a.defaultvalue",
                "defaultValue"
            ),
            (#"{"parameters": {"a": {}}, "condition": []}"#, "condition", "conditions"),
            (
                #"{"parameters": {"a": {"defaultValue": {"value": "1", "valeu": "2"}}}}"#,
                "parameters.a.defaultValue.valeu", "value"
            ),
            (
                #"{"parameterGroups": {"G": {"paramters": {}}}, "parameters": {"a": {}}}"#,
                "parameterGroups.G.paramters", "parameters"
            ),
            (
                #"{"conditions": [{"name": "c", "expression": "true", "tagcolor": "RED"}]}"#,
                "conditions[0].tagcolor",
                "tagColor"
            ),
            (
                #"{"parameters": {"a": {}}, "version": {"descripton": "d"}}"#, "version.descripton",
                "description"
            ),
            (
                #"""
                {"conditions": [{"name": "c", "expression": "true"}], "parameters": {"a": {"conditionalValues":
                  {"c": {"rolloutValue": {"rolloutid": "r", "value": "1", "percent": 5}}}}}}
                """#, "parameters.a.conditionalValues.c.rolloutValue.rolloutid", "rolloutId"
            ),
            (
                #"""
                {"conditions": [{"name": "c", "expression": "true"}], "parameters": {"a": {"conditionalValues":
                  {"c": {"experimentValue": {"experimentId": "e", "variantValue": [{"variantid": "1"}]}}}}}}
                """#, "parameters.a.conditionalValues.c.experimentValue.variantValue[0].variantid",
                "variantId"
            ),
        ])
    func misspelt(text: String, path: String, near: String) throws {
        let found = problems(text).filter { $0.rule == .unknownMember }
        let problem = try #require(found.first)
        #expect(found.count == 1)
        #expect(problem.path.description == path)
        #expect(problem.severity == .error)
        #expect(problem.message.contains("did you mean \"\(near)\"?"), "\(problem)")
        #expect(problem.line != nil)
    }

    @Test("a template in a wrapper is noticed, with what to do")
    func wrapped() {
        let found = problems(#"{"remoteConfig": {"parameters": {"a": {"defaultValue": {"value": "1"}}}}}"#)
        #expect(found.contains { $0.rule == .empty && $0.severity == .warning })
        let unknown = found.first { $0.rule == .unknownMember }
        #expect(unknown?.path.description == "remoteConfig")
        #expect(unknown?.advice == "move its content to the top level of the file")
    }

    @Test("the tag that Admin SDKs save is a warning, and no error")
    func savedTag() {
        let found = problems(#"{"etag": "etag-1-2", "parameters": {"a": {"defaultValue": {"value": ""}}}}"#)
        #expect(found.map(\.path.description) == ["etag"])
        #expect(found.map(\.severity) == [.warning])
    }

    @Test("members that the published template has as well are known to the service")
    func published() throws {
        let published = try template(#"{"parameters": {"a": {"later": 1}}}"#)
        let edited = try template(
            #"{"parameters": {"a": {"later": 1}, "b": {"later": 2, "latr": 3}}, "later": 4}"#)
        let found = TemplateValidator().unknownMembers(of: edited, replacing: published)
        #expect(found.map(\.path.description) == ["parameters.b.latr", "later"])
    }

    @Test("names in snake_case are read as the service reads them")
    func snakeCase() throws {
        let text = #"""
            {"conditions": [{"name": "c", "expression": "true", "tag_color": "BLUE"}],
             "parameters": {"a_b": {"default_value": {"use_in_app_default": true}, "value_type": "NUMBER",
               "conditional_values": {"c": {"rollout_value": {"rollout_id": "r", "value": "1", "percent": 5}}}}},
             "parameter_groups": {"my_group": {"parameters": {"x": {"default_value": {"value": "1"}}}}}}
            """#
        #expect(problems(text).isEmpty, "\(problems(text))")
        let read = try template(text)
        let parameter = try #require(read.parameter("a_b"))
        #expect(parameter.defaultValue == .inAppDefault)
        #expect(parameter.valueType == .number)
        #expect(parameter.value(when: "c")?.rollout?.id == "r")
        #expect(read.parameter("x")?.group == "my_group")
        #expect(read.conditions.first?.tagColor == "BLUE")
    }

    @Test("of a name in both forms, the one in snake_case is not known")
    func bothForms() {
        let found = problems(
            #"{"parameters": {"a": {"defaultValue": {"value": "1"}, "default_value": {"value": "2"}}}}"#)
        #expect(found.map(\.path.description) == ["parameters.a.default_value"])
    }
}
