import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("What differs between two templates", .inTurn)
struct DifferenceTests {
    private func lines(_ old: String, _ new: String) throws -> [String] {
        let old = try RemoteConfigTemplate(parsing: Array(old.utf8))
        let new = try RemoteConfigTemplate(parsing: Array(new.utf8))
        return TemplateDifference(from: old, to: new).changes.flatMap(\.lines)
    }

    @Test("is reported member by member")
    func members() throws {
        let old = #"""
            {"conditions": [{"name": "a", "expression": "true"}, {"name": "b", "expression": "true"},
                            {"name": "gone", "expression": "false"}],
             "parameters": {"p": {"defaultValue": {"value": "1"}, "conditionalValues": {"a": {"value": "2"}}},
                            "moved": {"defaultValue": {"useInAppDefault": true}}, "old": {"valueType": "STRING"}},
             "version": {"versionNumber": "1"}}
            """#
        let new = #"""
            {"conditions": [{"name": "b", "expression": "percent <= 5", "tagColor": "BLUE"},
                            {"name": "a", "expression": "true"}],
             "parameters": {"p": {"defaultValue": {"value": "x\u001b"}, "conditionalValues": {"b": {"value": "3"}}},
                            "new": {"defaultValue": {"value": ""}}},
             "parameterGroups": {"G": {"description": "d",
                                       "parameters": {"moved": {"defaultValue": {"useInAppDefault": true}}}}},
             "later": 1, "version": {"versionNumber": "2"}}
            """#
        #expect(
            try lines(old, new) == [
                "- condition gone", #"    expression: "false""#, "~ condition b",
                #"    expression: "true" → "percent <= 5""#,
                #"    color: "BLUE""#, "~ order of the conditions", "    order: a, b → b, a",
                "- parameter old",
                #"    type: "STRING""#, "~ parameter p", #"    when "a": "2" → none"#,
                #"    default: "1" → "x\u{1b}""#, #"    when "b": "3""#, "+ parameter new",
                #"    default: """#,
                "~ parameter moved", #"    group: "G""#, "+ group G", #"    description: "d""#,
                "+ member later",
                "    value: 1",
            ])
    }

    @Test("is nothing where only versions and the order of members differ")
    func nothing() throws {
        let old = #"{"parameters": {"a": {"x": 1, "y": 2}, "b": {}}, "version": {"versionNumber": "1"}}"#
        let new = #"{"version": {"versionNumber": "2"}, "parameters": {"b": {}, "a": {"y": 2, "x": 1}}}"#
        #expect(try lines(old, new).isEmpty)
    }
}
