import ExperimentsCore
import ExperimentsKeyGeneration
import ExperimentsKeySystems
import ExperimentsSourceScanning
import ExperimentsSupport
import TestSupport
import Testing

/// What a struct for JSON must be so that it accepts every value that the document gives.
@Suite("JSON with conditional values", .inTurn)
struct ConditionalValueTests {
    private static let cases: [(values: [String], declarations: [String])] = [
        ([#"{"x":1}"#, #"{"x":1.5}"#], ["var x = 1.0"]),
        ([#"{"x":1}"#, #"{"x":2}"#], ["var x = 1\n"]),
        ([#"{"x":[1]}"#, #"{"x":[1.5]}"#], ["var x = [1.0]"]),
        ([#"{"x":[]}"#, #"{"x":["a"]}"#], ["var x: [String] = []"]),
        ([#"{"x":["a"]}"#, #"{"x":[]}"#], ["var x = [\"a\"]"]),
        ([#"{"x":1}"#, #"{"y":true}"#], ["var x: Int? = 1", "var y: Bool?\n"]),
        ([#"{"x":1}"#, #"{"x":null}"#], ["var x: Int? = 1"]),
        ([#"{"x":null}"#, #"{"x":"a"}"#], ["var x: String?\n"]),
        ([#"{"x":{"y":1}}"#, #"{"x":{"y":0.5}}"#], ["var x = X()", "var y = 1.0"]),
        ([#"{"x":{"y":1}}"#, #"{"z":1}"#], ["var x: X? = X()", "var y = 1\n", "var z: Int?\n"]),
        ([#"{"z":1}"#, #"{"z":1,"x":{"y":1}}"#], ["var x: X?\n", "var y = 1\n"]),
        ([#"{"x":1}"#, "{}", #"{"x":0.5}"#], ["var x: Double? = 1.0"]),
        // Nothing describes these.
        ([#"{"x":1}"#, #"{"x":"a"}"#], [".jsonText, default: "]),
        ([#"{"x":1}"#, "[1]"], [".jsonText, default: "]),
        ([#"{"x":{"y":1}}"#, #"{"x":{"y":[]}}"#], [".jsonText, default: "]),
        ([#"{"x":null}"#, #"{"x":null}"#], [".jsonText, default: "]),
    ]

    private func text(_ document: String) throws -> String {
        let document = try KeyDocument(Array(document.utf8), path: "keys.json", systems: .all)
        #expect(document.notes == [])
        return try KeyCode(document.keys, texts: document.texts, KeyCodeOptions(source: "keys.json")).text
    }

    @Test("A template: the type of a member accepts all of its values", arguments: cases)
    func template(values: [String], declarations: [String]) throws {
        let others = values.dropFirst().enumerated().map { "\"c\($0)\": {\"value\": \(literal($1))}" }
        let conditions = values.indices.dropLast().map { "{\"name\": \"c\($0)\", \"expression\": \"true\"}" }
        let code = try text(
            """
            {"parameters": {"k": {"valueType": "JSON", "defaultValue": {"value": \(literal(values[0]))},
              "conditionalValues": {\(others.joined(separator: ", "))}}},
             "conditions": [\(conditions.joined(separator: ", "))]}
            """)
        for part in declarations { #expect(code.contains(part), "\(code)") }
    }

    @Test("A payload of GrowthBook: the values of rules and variations, too", arguments: cases)
    func payload(values: [String], declarations: [String]) throws {
        let forced = values.dropFirst().map { "{\"force\": \($0)}" }.joined(separator: ", ")
        let varied = values.joined(separator: ", ")
        for rules in [forced, "{\"variations\": [\(varied)], \"coverage\": 1, \"key\": \"e\"}"] {
            let code = try text(
                "{\"features\": {\"k\": {\"defaultValue\": \(values[0]), \"rules\": [\(rules)]}}}")
            for part in declarations { #expect(code.contains(part), "\(code)") }
        }
    }

    @Test("Scanning the struct finds the default again, without the members that it does not have")
    func scanned() throws {
        let template = """
            {"parameters": {"k": {"valueType": "JSON", "defaultValue": {"value": "{\\"l\\":[],\\"x\\":1}"},
              "conditionalValues": {"c": {"value": "{\\"x\\":2,\\"l\\":[\\"a\\"],\\"z\\":{\\"q\\":1}}"}}}},
             "conditions": [{"name": "c", "expression": "true"}]}
            """
        let scan = SourceScan([SourceFile(path: "Keys.swift", text: try text(template))])
        #expect(scan.problems == [])
        #expect(scan.keys.map(\.schema.defaultText) == [#"{"l":[],"x":1}"#])
    }

    @Test("A number in a rule of a payload decides the type of the key")
    func numbers() throws {
        let code = try text(#"{"features": {"k": {"defaultValue": 1, "rules": [{"force": 1.5}]}}}"#)
        #expect(code.contains("Key(\"k\", default: 1.0)"), "\(code)")
    }

    private func literal(_ text: String) -> String { JSONValue.string(text).compactText }
}
