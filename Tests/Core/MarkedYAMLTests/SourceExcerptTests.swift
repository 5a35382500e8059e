import ExperimentsYAML
import TestSupport
import Testing

@Suite("Excerpts of a text", .inTurn)
struct SourceExcerptTests {
    @Test("a caret stands under the place")
    func caret() {
        let excerpt = SourceExcerpt(of: "a: 1\n  b: 2\nc: 3\n", line: 2, column: 6)
        #expect(excerpt?.description == "  b: 2\n     ^")
    }

    @Test(
        "a column after the end of the line marks its end, CR LF or not", arguments: ["ab\ncd", "ab\r\ncd"])
    func afterEnd(text: String) {
        #expect(SourceExcerpt(of: text, line: 1, column: 90)?.description == "ab\n  ^")
    }

    @Test("a line that is not there has no excerpt", arguments: [0, 3])
    func noLine(line: Int) {
        #expect(SourceExcerpt(of: "a\nb", line: line, column: 1) == nil)
    }

    @Test("control characters are shown as blanks, so that the caret stays in place")
    func control() {
        #expect(
            SourceExcerpt(of: "\ta\u{1B}[31m: x", line: 1, column: 9)?.description == " a [31m: x\n        ^")
    }

    @Test("combining characters take one column with their letter")
    func combining() {
        #expect(SourceExcerpt(of: "e\u{301}: x", line: 1, column: 5)?.offset == 3)
    }

    @Test("a very long line is cut around the place")
    func longLine() throws {
        let text = String(repeating: "x", count: 5_000) + "!" + String(repeating: "y", count: 5_000)
        let excerpt = try #require(SourceExcerpt(of: text, line: 1, column: 5_001))
        #expect(excerpt.line.count == 162)
        #expect(Array(excerpt.line)[excerpt.offset] == "!")
    }
}
