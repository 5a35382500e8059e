import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Delimiters", .inTurn)
struct ScalarTextTests {
    /// What makes one `Character` of itself and of what is before it.
    private static let extending = ["\u{301}", "🏽", "\u{200C}", "\u{FE0F}"]

    @Test("a delimiter is one whatever follows it", arguments: extending)
    func found(_ next: String) {
        let text = "a=\(next)b=c"
        #expect(text.split(scalar: "=") == ["a", "\(next)b", "c"])
        #expect(text.split(scalar: "=", maxSplits: 1) == ["a", "\(next)b=c"])
        #expect(text.cut(atFirst: "=").map { [$0.before, $0.after] } == ["a", "\(next)b=c"])
        #expect(text.cut(atLast: "=").map { [$0.before, $0.after] } == ["a=\(next)b", "c"])
        #expect(text.contains(scalar: "="))
        #expect("=\(next)".hasScalarPrefix("="))
        #expect("\"\(next)".replacing(scalar: "\"", with: "\\\"") == "\\\"\(next)")
    }

    @Test("a line feed is one also after a carriage return, and only the last of a text is its end")
    func lineFeeds() {
        #expect("a\r\nb".split(scalar: "\n") == ["a\r", "b"])
        #expect("a\r\n".hasScalarSuffix("\n"))
        #expect(!"\n".hasScalarSuffix("a\n"))
    }

    @Test("empty parts are left out unless they are wanted")
    func emptyParts() {
        #expect("//a/".split(scalar: "/") == ["a"])
        #expect("//a/".split(scalar: "/", omittingEmptySubsequences: false) == ["", "", "a", ""])
        #expect("a".cut(atFirst: "/") == nil)
    }
}
