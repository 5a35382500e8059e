import ExperimentsOperator
import TestSupport
import Testing

@Suite("What differs between two texts", .inTurn)
struct TextDifferenceTests {
    static func marked(_ parts: [TextDifference.Part]) -> String {
        parts.map { $0.isShared ? $0.text : "[\($0.text)]" }.joined()
    }

    @Test(
        "is reported by word",
        arguments: [
            ("Free shipping today", "Free returns today", "Free [shipping] today", "Free [returns] today"),
            ("one, two", "one; two", "one[,] two", "one[;] two"),
            ("same", "same", "same", "same"), ("", "new", "", "[new]"),
            ("caf\u{e9}", "cafe\u{301}", "[caf\u{e9}]", "[cafe\u{301}]"),
        ])
    func words(old: String, new: String, markedOld: String, markedNew: String) {
        let difference = TextDifference(old, new)
        #expect(Self.marked(difference.old) == markedOld)
        #expect(Self.marked(difference.new) == markedNew)
    }

    @Test("is reported by line, with the lines that belong together beside each other")
    func rows() {
        let difference = LineDifference("a\nb\nc\nd", "a\nB\nc\nd\ne")
        #expect(
            difference.rows.map { "\($0.old ?? "-")|\($0.new ?? "-")|\($0.hunk.map(String.init) ?? "")" } == [
                "a|a|", "b|B|0", "c|c|", "d|d|", "-|e|1",
            ])
        #expect(difference.hunks == [1..<2, 4..<5])
    }

    @Test("is written as diff -u writes it")
    func unified() {
        let old = (1...20).map(String.init).joined(separator: "\n")
        let new = old.replacing("\n4\n", with: "\nfour\nfive\n").replacing("\n18", with: "")
        #expect(
            LineDifference(old, new).unified("left", "right") == """
                --- left
                +++ right
                @@ -1,7 +1,8 @@
                 1
                 2
                 3
                -4
                +four
                +five
                 5
                 6
                 7
                @@ -15,6 +16,5 @@
                 15
                 16
                 17
                -18
                 19
                 20

                """)
        #expect(LineDifference("", "x").unified("a", "b").contains("@@ -1 +1 @@\n-\n+x\n"))
        #expect(
            LineDifference("x", nil).unified("a", "/dev/null") == "--- a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n")
        #expect(LineDifference(nil, "x\ny").unified("/dev/null", "b").hasSuffix("@@ -0,0 +1,2 @@\n+x\n+y\n"))
        #expect(LineDifference("x", "x").unified("a", "b").isEmpty)
    }

    @Test("holds both texts whole, whatever they are")
    func whole() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let old = RandomJSON.text(using: &random) + "\n" + RandomJSON.text(using: &random)
            let new =
                Bool.random(using: &random) ? RandomJSON.text(using: &random) : old.replacing("a", with: "\n")
            let lines = LineDifference(old, new)
            #expect(lines.rows.compactMap(\.old).joined(separator: "\n") == old)
            #expect(lines.rows.compactMap(\.new).joined(separator: "\n") == new)
            let words = TextDifference(old, new)
            #expect(words.old.map(\.text).joined() == old)
            #expect(words.new.map(\.text).joined() == new)
        }
    }
}
