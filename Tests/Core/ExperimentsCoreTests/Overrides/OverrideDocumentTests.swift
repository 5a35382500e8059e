import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The document of overrides", .inTurn)
struct OverrideDocumentTests {
    private let time = Date(timeIntervalSince1970: 1_772_357_400)

    @Test("is written with keys in alphabetical order and a newline at the end")
    func writes() {
        let set = OverrideSet([
            "b": Override(value: "2", isEnabled: false),
            "a": Override(
                value: "x\n", author: "ann", note: "why", setAt: time, expiresAt: time + 7_200.5),
        ])
        #expect(
            set.documentText == """
                {
                  "version": 1,
                  "overrides": {
                    "a": {
                      "value": "x\\n",
                      "enabled": true,
                      "author": "ann",
                      "note": "why",
                      "setAt": "2026-03-01T09:30:00Z",
                      "expiresAt": "2026-03-01T11:30:00.500Z"
                    },
                    "b": {
                      "value": "2",
                      "enabled": false
                    }
                  }
                }

                """)
    }

    @Test("without overrides is a document still")
    func writesEmpty() throws {
        #expect(OverrideSet.empty.documentText == "{\n  \"version\": 1,\n  \"overrides\": {}\n}\n")
        #expect(try OverrideSet(parsing: OverrideSet.empty.documentBytes) == .empty)
    }

    @Test("needs only a version, and of an override only its value")
    func readsMinimum() throws {
        #expect(try read(#"{"version":1}"#) == .empty)
        #expect(
            try read(#"{"version":1,"overrides":{"a":{"value":""}}}"#)
                == OverrideSet(["a": Override(value: "")]))
        let nulls = #"{"version":1,"overrides":{"a":{"value":"1","enabled":null,"note":null,"setAt":null}}}"#
        #expect(try read(nulls) == OverrideSet(["a": Override(value: "1")]))
    }

    @Test("keeps members that this version does not know, in order and in place")
    func keepsUnknownMembers() throws {
        let text = """
            {
              "version": 1,
              "overrides": {
                "a": {
                  "value": "1",
                  "enabled": true,
                  "color": "red",
                  "rank": 1.50
                }
              },
              "$schema": "https://example.com/schema.json",
              "tools": {
                "z": [],
                "a": null
              }
            }

            """
        var set = try read(text)
        #expect(set.documentText == text)
        set["a"]?.value = "2"
        #expect(
            set.documentText == text.replacingOccurrences(of: "\"value\": \"1\"", with: "\"value\": \"2\""))
    }

    static let refused: [(text: String, message: String, line: Int, column: Int)] = [
        ("", "not JSON: the text is empty", 1, 1),
        ("{\"version\": 1, \"over", "not JSON: unclosed string", 1, 16),
        ("hello", "not JSON: expected a value, found 'h'", 1, 1),
        ("[]", "expected an object with \"version\" and \"overrides\", found []", 1, 1),
        ("\n {}", "\"version\" is missing", 2, 2),
        (#"{"version": "1"}"#, "version: expected 1, found \"1\"", 1, 2),
        (#"{"version": 1.0}"#, "version: expected 1, found 1.0", 1, 2),
        (#"{"version": 2}"#, "its version is 2, and this program reads up to 1", 1, 1),
        (#"{"version": 0}"#, "version: expected 1, found 0", 1, 2),
        (
            "{\"version\": 1,\n\"overrides\": []}", "overrides: expected an object of key names, found []", 2,
            1
        ),
        (
            "{\"version\": 1,\n\"overrides\": {\"a\":\n  true}}",
            "overrides.a: expected an object with a \"value\", found true", 2, 15
        ),
        ("{\"version\": 1, \"overrides\": {\n\"a\": {}}}", "overrides.a: \"value\" is missing", 2, 1),
        (
            "{\"version\": 1, \"overrides\": {\"b\": {\"value\": \"\"},\n\"a\": {\n\"value\": true}}}",
            "overrides.a.value: expected a string, found true; write \"true\"", 3, 1
        ),
        (
            #"{"version": 1, "overrides": {"a": {"value": {"b": 1}}}}"#,
            #"overrides.a.value: expected a string, found {"b":1}; write its JSON as a string, with \" for each ""#,
            1,
            36
        ),
        (
            #"{"version": 1, "overrides": {"a": {"value": "1", "enabled": 1}}}"#,
            "overrides.a.enabled: expected true or false, found 1", 1, 50
        ),
        (
            #"{"version": 1, "overrides": {"a": {"value": "1", "expiresAt": "soon"}}}"#,
            "overrides.a.expiresAt: expected a time such as 2026-03-01T09:30:00Z, found \"soon\"", 1, 50
        ),
        (
            #"{"version": 1, "overrides": {"a": {"value": "1"}, "a": {"value": "2"}}}"#,
            "not JSON: the name \"a\" occurs twice in one object", 1, 51
        ),
    ]

    @Test("says what is wrong with it, where, and what to do", arguments: refused)
    func refuses(_ example: (text: String, message: String, line: Int, column: Int)) {
        let problem = #expect(throws: OverrideDocumentProblem.self) { try read(example.text) }
        #expect(problem?.message == example.message)
        #expect(problem?.line == example.line)
        #expect(problem?.column == example.column)
        #expect(problem?.advice?.contains("was not changed") == true)
    }

    @Test("finds places in a file with a byte order mark too")
    func placeAfterByteOrderMark() {
        let problem = #expect(throws: OverrideDocumentProblem.self) { try read("\u{FEFF}\n{\"version\": 2}") }
        #expect(problem?.line == 2)
        #expect(problem?.column == 1)
    }

    private func read(_ text: String) throws -> OverrideSet {
        try OverrideSet(parsing: Array(text.utf8))
    }
}
