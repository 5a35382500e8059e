import ExperimentsTerminalUI
import TestSupport
import Testing

@Suite("Text as a terminal shows it", .inTurn)
struct DisplayTextTests {
    @Test(
        "Each of these takes as many columns as every terminal gives it",
        arguments: [
            ("", 0), ("abc", 3), ("né", 2), ("ne\u{301}", 2), ("日本語", 6), ("한국어", 6),
            ("\u{1112}\u{1161}\u{11ab}", 2),
            ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("❤️", 1), ("❤️‍🔥", 1), ("1️⃣", 1), ("🏳️‍🌈", 1), ("🇩🇪", 2), ("שלום", 4),
            ("a\u{200b}b\u{feff}", 2), ("\u{202e}abc", 3), ("\t", 1), ("a\nb", 3), ("\u{1b}[31m", 5),
            ("\u{9b}", 1),
            ("\u{1fae8}", 1), ("نمی‌خواهم", 8), ("\u{301}", 1), ("ก็", 1),
        ])
    func width(text: String, columns: Int) {
        #expect(DisplayText(text).width == columns)
    }

    @Test(
        "What a terminal would obey or hide is shown as something harmless",
        arguments: [
            ("\u{1b}[2J", "␛[2J"), ("a\tb\nc\r", "a⇥b↵c␍"), ("\u{7f}\u{0}", "␡␀"),
            ("\u{9b}31m", "\u{fffd}31m"),
            ("\u{202e}evil\u{202c}", "evil"), ("a\u{200b}b", "ab"), ("👨‍👩‍👧x", "👨x"), ("👍🏽", "👍"), ("🇩🇪", "DE"),
            ("\u{301}a", "\u{25cc}\u{301}a"), ("\u{2028}", "↵"), ("soft\u{ad}hyphen", "softhyphen"),
        ])
    func harmless(text: String, shown: String) {
        #expect(DisplayText(text).truncated(to: 80) == shown)
        #expect(DisplayText(shown).truncated(to: 80) == shown)
    }

    @Test("A pile of marks is cut to two")
    func marks() {
        let pile = "a" + String(repeating: "\u{301}", count: 50)
        #expect(DisplayText(pile).truncated(to: 9) == "a\u{301}\u{301}")
    }

    @Test("Text that fits is not cut")
    func fits() {
        #expect(DisplayText("abcd").truncated(to: 4) == "abcd")
        #expect(DisplayText("abcd").truncated(to: 4, .middle) == "abcd")
        #expect(DisplayText("abcd").truncated(to: .max) == "abcd")
    }

    @Test("A cut end shows an ellipsis and never half a wide character")
    func tail() {
        #expect(DisplayText("abcdef").truncated(to: 4) == "abc…")
        #expect(DisplayText("日本語").truncated(to: 4) == "日…")
        #expect(DisplayText("日本語").truncated(to: 5) == "日本…")
        #expect(DisplayText("abcdef").truncated(to: 4, ascii: true) == "abc~")
        #expect(DisplayText("abcdef").truncated(to: 1) == "…")
        #expect(DisplayText("abcdef").truncated(to: 0).isEmpty)
        #expect(DisplayText("abcdef").truncated(to: -3).isEmpty)
    }

    @Test("A cut middle keeps the start and the end")
    func middle() {
        #expect(DisplayText("abcdefgh").truncated(to: 5, .middle) == "ab…gh")
        #expect(DisplayText("abcdefgh").truncated(to: 4, .middle) == "ab…h")
        #expect(DisplayText("日本語中国").truncated(to: 6, .middle) == "日…国")
        #expect(DisplayText("abc").truncated(to: 1, .middle) == "…")
    }

    @Test(
        "The middle of a long text with wide and zero-width characters is cut where a window begins inside one"
    )
    func middleWindow() {
        let text = String(repeating: "語\u{200b}é", count: 2_000) + "end"
        for columns in 3...40 {
            let cut = DisplayText(text).truncated(to: columns, .middle)
            #expect(DisplayText(cut).width <= columns)
            #expect(cut.hasSuffix("d") && cut.contains("…"))
        }
    }

    @Test("However a text is cut in the middle, glyphs of its start and of its end fill the columns")
    func anyMiddle() {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "a", "bc d", "日", "é", "ne\u{301}", "👍🏽", "\u{200b}", "\u{1b}", "🇩🇪", "\n", "😀", "setting_name",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...9, using: &generator))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            let columns = Int.random(in: 1...14, using: &generator)
            let cut = DisplayText(text).truncated(to: columns, .middle)
            let glyphs = DisplayText(text).glyphs(upTo: .max)
            let width = glyphs.reduce(0) { $0 + $1.width }
            guard width > columns else {
                #expect(DisplayText(cut).glyphs(upTo: .max) == glyphs)
                continue
            }
            let end = (columns - 1) / 2
            var last: [Glyph] = []
            for glyph in glyphs.reversed() {
                guard last.reduce(glyph.width, { $0 + $1.width }) <= end else { break }
                last.insert(glyph, at: 0)
            }
            let first = DisplayText(text).glyphs(upTo: columns - 1 - end)
            #expect(
                DisplayText(cut).glyphs(upTo: .max) == first + [Glyph.ellipsis] + last,
                "\(text.debugDescription)")
        }
    }

    @Test("The start of a huge text is measured and cut without reading the rest")
    func lazy() {
        // A text of 50 MB; a full scan for each of 10,000 rows would take minutes.
        let text = String(repeating: "値段は百円です ", count: 2_300_000)
        for _ in 0..<10_000 {
            #expect(DisplayText(text).width(upTo: 40) > 40)
        }
        for _ in 0..<1_000 {
            #expect(DisplayText(text).truncated(to: 40, .middle).unicodeScalars.count < 41)
        }
    }

    @Test("A slice starts at a column, and a wide character cut by its edge becomes a blank")
    func slice() {
        #expect(DisplayText("abcdef").slice(from: 2, columns: 3) == "cde")
        #expect(DisplayText("日本語").slice(from: 1, columns: 4) == " 本")
        #expect(DisplayText("日本語").slice(from: 9, columns: 4).isEmpty)
        #expect(DisplayText("日本語").slice(from: -1, columns: 2) == "日")
    }

    @Test("Lines break at line feeds, after blanks, and inside words that are too long")
    func wrapping() {
        #expect(DisplayText("one two three").wrapped(to: 8) == ["one two", "three"])
        #expect(DisplayText("one two").wrapped(to: 3) == ["one", "two"])
        #expect(DisplayText("abcdefgh").wrapped(to: 3) == ["abc", "def", "gh"])
        #expect(DisplayText("a\nb\r\n\nc").wrapped(to: 3) == ["a", "b", "", "c"])
        #expect(DisplayText("日本語").wrapped(to: 5) == ["日本", "語"])
        #expect(DisplayText("日本").wrapped(to: 1) == ["\u{fffd}", "\u{fffd}"])
        #expect(DisplayText("").wrapped(to: 5) == [""])
        #expect(DisplayText("a b c d").wrapped(to: 1, limit: 2) == ["a", "b"])
        #expect(DisplayText("abc").wrapped(to: 0).isEmpty)
    }
}
