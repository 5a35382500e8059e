import ExperimentsSupport
import TestSupport
import Testing

@Suite("Percent-encoding", .inTurn)
struct PercentEncodingTests {
    @Test("whatever text is encoded comes back as it was, a mark of byte order at its start too")
    func comesBack() {
        var random = SeededGenerator(seed: 3)
        let pieces = ["a", "/", "%", " ", "é", "😀", "\u{FEFF}", "\u{0}", "\r\n", "e\u{301}"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...6, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            #expect(text.percentEncoded.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 })
            #expect(text.percentEncoded.percentDecoded.map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    @Test(
        "text that is cut off, has no digits, or is not UTF-8 is refused",
        arguments: ["%", "a%2", "%zz", "%FF", "%C3", "%-1"])
    func broken(_ text: String) {
        #expect(text.percentDecoded == nil)
    }

    @Test("a byte that is not kept becomes two digits, below sixteen too")
    func padding() {
        #expect("\t/é".percentEncoded == "%09%2F%C3%A9")
        #expect(
            "a\tB/".percentEncoded(keeping: { $0 == UInt8(ascii: "a") }, isUppercase: false) == "a%09%42%2f")
    }
}
