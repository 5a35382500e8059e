import ExperimentsSupport
import TestSupport
import Testing

@Suite("The mark of a content", .inTurn)
struct ContentHashTests {
    // From the tables of the hash's authors.
    @Test(
        "is FNV-1a",
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
        ] as [(String, UInt64)])
    func values(_ text: String, _ value: UInt64) {
        #expect(ContentHash(text.utf8).value == value)
    }

    @Test("is written with all its digits")
    func digits() {
        let short = (0..<1_000).map { ContentHash("\($0)".utf8) }.min { $0.value < $1.value }
        #expect(short?.text.count == 16)
        #expect(short?.text.hasPrefix("0") == true)
    }

    @Test("distinguishes contents of different lengths, whatever their hashes")
    func lengths() {
        #expect(ContentHash([1, 2]) != ContentHash([1, 2, 0]))
        #expect(ContentHash([1, 2]) == ContentHash([1, 2]))
    }
}
