import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Comments in JSON", .inTurn)
struct JSONCommentsTests {
    private func blanked(_ text: String) -> String {
        String(decoding: JSONComments.blanked(Array(text.utf8)), as: UTF8.self)
    }

    @Test("blanks take the place of comments, and line ends stay")
    func blanks() {
        #expect(blanked("{ // one\r\n  \"a\": /* two\n */ 1 }") == "{       \r\n  \"a\":       \n    1 }")
        #expect(blanked("1 // at the end") == "1              ")
    }

    @Test(
        "what looks like a comment inside a text is not one",
        arguments: [#"{"a": "http://x/*y*/"}"#, #"["\"//", "/*"]"#, #"{"//": 1}"#])
    func texts(text: String) { #expect(blanked(text) == text) }

    @Test("a comment without an end, and a slash alone, stay", arguments: ["{} /* on", "1 / 2", "/", "/*/"])
    func unfinished(text: String) { #expect(blanked(text) == text) }

    @Test("a comment between values keeps the places of problems")
    func places() throws {
        let problem = #expect(throws: JSONProblem.self) {
            _ = try JSONValue(parsing: JSONComments.blanked(Array("// first\n{\"a\": /* é */ }".utf8)))
        }
        #expect(problem?.line == 2)
    }
}
