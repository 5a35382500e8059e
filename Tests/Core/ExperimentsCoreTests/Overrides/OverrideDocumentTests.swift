import ExperimentsCore
import Foundation
import Testing

@Suite("The document of overrides")
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

    @Test("without overrides is a document all the same")
    func writesEmpty() throws {
        #expect(OverrideSet.empty.documentText == "{\n  \"version\": 1,\n  \"overrides\": {}\n}\n")
        #expect(try OverrideSet(parsing: OverrideSet.empty.documentBytes) == .empty)
    }

    @Test("needs only a version, and of an override only its value")
    func readsMinimum() throws {
        #expect(try read(#"{"version":1}"#) == .empty)
        #expect(try read(#"{"version":1,"overrides":{"a":{"value":""}}}"#) == OverrideSet(["a": Override(value: "")]))
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
        #expect(set.documentText == text.replacingOccurrences(of: "\"value\": \"1\"", with: "\"value\": \"2\""))
    }

    static let refused: [(text: String, message: String, line: Int, column: Int)] = [
        ("", "not JSON: the text ends where a value should be", 1, 1),
        ("{\"version\": 1, \"over", "not JSON: the text ends inside the string that starts here", 1, 16),
        ("hello", "not JSON: unexpected 'h' where a value should be", 1, 1),
        ("[]", "expected an object with \"version\" and \"overrides\", found array", 1, 1),
        ("\n {}", "\"version\" is missing; expected 1", 2, 2),
        (#"{"version": "1"}"#, "\"version\" is not a whole number; expected 1", 1, 13),
        (#"{"version": 1.0}"#, "\"version\" is not a whole number; expected 1", 1, 13),
        (#"{"version": 2}"#, "its version is 2, and this program reads up to 1", 1, 13),
        (#"{"version": 0}"#, "its version is 0; expected 1", 1, 13),
        ("{\"version\": 1,\n\"overrides\": []}", "\"overrides\" is not an object of key names", 2, 14),
        (
            "{\"version\": 1,\n\"overrides\": {\"a\":\n  true}}",
            "the override of \"a\" is not an object with a \"value\"", 3, 3
        ),
        ("{\"version\": 1, \"overrides\": {\n\"a\": {}}}", "the override of \"a\" has no \"value\"", 2, 6),
        (
            "{\"version\": 1, \"overrides\": {\"b\": {\"value\": \"\"},\n\"a\": {\n\"value\": true}}}",
            "\"value\" of \"a\" should be a string, found boolean; write \"true\"", 3, 10
        ),
        (
            #"{"version": 1, "overrides": {"a": {"value": "1", "enabled": 1}}}"#,
            "\"enabled\" of \"a\" should be true or false", 1, 61
        ),
        (
            #"{"version": 1, "overrides": {"a": {"value": "1", "expiresAt": "soon"}}}"#,
            "\"expiresAt\" of \"a\" should be a time such as 2026-03-01T09:30:00Z", 1, 63
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
        #expect(problem?.advice?.contains("left as it is") == true)
    }

    @Test("finds places in a file with a byte order mark too")
    func placeAfterByteOrderMark() {
        let problem = #expect(throws: OverrideDocumentProblem.self) { try read("\u{FEFF}\n{\"version\": 2}") }
        #expect(problem?.line == 2)
        #expect(problem?.column == 13)
    }

    private func read(_ text: String) throws -> OverrideSet {
        try OverrideSet(parsing: Array(text.utf8))
    }
}
