import ExperimentsCore
import ExperimentsKeyGeneration
import ExperimentsKeySystems
import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Keys of documents of other systems", .inTurn)
struct KeyDocumentTests {
    private func keys(_ text: String, _ path: String = "keys.json") throws -> [String] {
        try KeyDocument(Array(text.utf8), path: path, systems: .all).keys.map { key in
            let parts = [
                key.name, key.schema.kind.rawValue, key.schema.defaultText ?? "-", key.group, key.summary,
            ]
            return parts.compactMap(\.self).joined(separator: " ")
        }
    }

    @Test("A project file, with or without a source")
    func project() throws {
        #expect(try keys("keys:\n  - {name: a, type: int, default: 3}\n", "k.yaml") == ["a int 3"])
        #expect(
            try keys("source: {kind: file, path: v.json}\nkeys:\n  - {name: a, type: int}\n", "k.yml") == [
                "a int -"
            ])
    }

    @Test("A template of Firebase, with groups and descriptions")
    func template() throws {
        let text = """
            {"parameters": {
               "flag": {"valueType": "BOOLEAN", "defaultValue": {"value": "true"}, "description": "A flag."},
               "rate": {"valueType": "NUMBER", "defaultValue": {"value": "1"},
                        "conditionalValues": {"beta": {"value": "0.5"}}},
               "count": {"valueType": "NUMBER", "defaultValue": {"value": "1"}},
               "own": {"valueType": "STRING", "defaultValue": {"useInAppDefault": true}},
               "plain": {"defaultValue": {"value": "7"}}},
             "conditions": [{"name": "beta", "expression": "true"}],
             "parameterGroups": {"Shop": {"parameters": {"banner": {"valueType": "JSON", "defaultValue": {"value": "{}"}}}}}}
            """
        #expect(
            try keys(text) == [
                "flag bool true A flag.", "rate double 1", "count int 1", "own string -", "plain int 7",
                "banner json {} Shop",
            ])
    }

    @Test("A default of a template that its type does not accept is left out, and named")
    func wrongDefault() throws {
        let text = #"{"parameters": {"flag": {"valueType": "BOOLEAN", "defaultValue": {"value": "maybe"}}}}"#
        let document = try KeyDocument(Array(text.utf8), path: "t.json", systems: .all)
        #expect(document.keys.first?.schema.defaultText == nil)
        #expect(
            document.notes == ["the default of \"flag\" is ignored: expected true or false, found \"maybe\""])
    }

    @Test("The defaults of an app, as a property list and as JSON")
    func defaults() throws {
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>b</key><true/><key>a</key><string>3</string><key>c</key><real>0.5</real></dict></plist>
            """
        #expect(
            try keys(list, "RemoteConfigDefaults.plist") == ["a string 3", "b bool true", "c double 0.5"])
        #expect(try keys(#"{"b": true, "a": "3", "c": 2}"#) == ["b bool true", "a string 3", "c int 2"])
    }

    @Test(
        "A property list says which numbers are decimal, and which values are dates",
        arguments: [
            ("<real>3</real>", "double 3.0"), ("<integer>3</integer>", "int 3"),
            ("<real>-0.5</real>", "double -0.5"),
            ("<string>3</string>", "string 3"), ("<true/>", "bool true"), ("<data>YQ==</data>", "string a"),
            ("<date>2026-03-01T09:30:00Z</date>", "date 2026-03-01T09:30:00Z"),
            (
                "<array><real>1</real><integer>2</integer><date>2026-03-01T09:30:00Z</date></array>",
                #"json [1.0,2,"2026-03-01T09:30:00Z"]"#
            ),
            ("<dict><key>a</key><real>1</real></dict>", #"json {"a":1.0}"#),
        ])
    func propertyList(value: String, expected: String) throws {
        let list = "<plist version=\"1.0\"><dict><key>k</key>\(value)</dict></plist>"
        #expect(try keys(list, "RemoteConfigDefaults.plist") == ["k " + expected])
        let any = try PropertyListSerialization.propertyList(from: Data(list.utf8), options: [], format: nil)
        let bytes = try PropertyListSerialization.data(fromPropertyList: any, format: .binary, options: 0)
        let found = try KeyDocument(Array(bytes), path: "RemoteConfigDefaults.plist", systems: .all).keys.map(
            \.schema)
        #expect(found.map { "\($0.kind.rawValue) \($0.defaultText ?? "-")" } == [expected])
    }

    @Test("A payload of GrowthBook")
    func payload() throws {
        let text = #"{"features": {"a": {"defaultValue": true}, "b": {"defaultValue": {"x": 1}}, "c": {}}}"#
        #expect(try keys(text) == ["a bool true", "b json {\"x\":1}", "c string -"])
    }

    @Test("A manifest of OpenFeature, which is written as it is read")
    func manifest() throws {
        let text = """
            {"flags": {"a": {"flagType": "boolean", "defaultValue": true, "description": "A flag"},
             "b": {"flagType": "integer", "defaultValue": 3}, "c": {"flagType": "float", "defaultValue": 2},
             "d": {"flagType": "string", "defaultValue": ""}, "e": {"flagType": "object", "defaultValue": [1]}}}
            """
        let expected = ["a bool true A flag", "b int 3", "c double 2", "d string ", "e json [1]"]
        #expect(try keys(text) == expected)
        let document = try KeyDocument(Array(text.utf8), path: "m.json", systems: .all)
        #expect(try keys(FlagManifest.json(of: document.keys).compactText) == expected)
    }

    @Test(
        "What is wrong is reported with its place",
        arguments: [
            (
                #"{"flags": {"a": {"flagType": "bool", "defaultValue": true}}}"#,
                "k.json:1:18: flags.a.flagType: expected one of boolean"
            ),
            (
                #"{"flags": {"a": {"flagType": "boolean", "defaultValue": 1}}}"#,
                "k.json:1:41: flags.a.defaultValue: expected true or false"
            ),
            (
                #"{"flags": {"a": {"flagType": "boolean"}}}"#,
                "k.json:1:12: flags.a: \"defaultValue\" is missing"
            ),
            ("[1]", "k.json:1:1: expected an object"), ("{", "k.json:1:1: "),
            (
                #"{"encryptedFeatures": "x"}"#,
                "features are encrypted; use the payload of a connection without"
            ),
            (#"{"parameters": {"a": 3}}"#, "k.json:1:17: "),
        ])
    func problems(text: String, message: String) {
        do {
            _ = try keys(text, "k.json")
            Issue.record("expected an error")
        } catch {
            #expect(ErrorReport.headline(of: error).contains(message), "\(ErrorReport.headline(of: error))")
        }
    }

    @Test("The settings of a Firebase project are not defaults")
    func settings() {
        let list = "<plist version=\"1.0\"><dict><key>GOOGLE_APP_ID</key><string>1</string></dict></plist>"
        #expect(throws: FileProblem.self) { try keys(list, "GoogleService-Info.plist") }
    }
}
