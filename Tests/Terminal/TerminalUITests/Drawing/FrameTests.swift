import ExperimentsTerminalUI
import TestSupport
import Testing

@Suite("Drawing into a frame", .inTurn)
struct FrameTests {
    private let red = CellStyle(foreground: .ansi(1))
    private let onBlue = CellStyle(background: .ansi(4))

    private func frame(_ columns: Int, _ rows: Int = 1) -> Frame {
        Frame(size: CellSize(columns: columns, rows: rows))
    }

    @Test("Text is drawn from a point and says how many columns it took")
    func put() {
        var frame = frame(10, 2)
        #expect(frame.put("hello", at: CellPoint(column: 3, row: 1)) == 5)
        #expect(frame.lines == ["", "   hello"])
    }

    @Test("Text is cut at the right edge and at the columns allowed")
    func clipsRight() {
        var frame = frame(4, 2)
        #expect(frame.put("abcdef", at: .origin) == 4)
        #expect(frame.put("abcdef", at: CellPoint(column: 0, row: 1), maxColumns: 2) == 2)
        #expect(frame.lines == ["abcd", "ab"])
    }

    @Test("Text that begins left of the frame shows its visible part")
    func clipsLeft() {
        var frame = frame(4)
        #expect(frame.put("abcdef", at: CellPoint(column: -3, row: 0)) == 6)
        #expect(frame.lines == ["def"])
    }

    @Test(
        "Drawing outside does nothing",
        arguments: [(0, -1), (0, 2), (5, 0), (-9, 0), (Int.min, 0), (Int.max, 0), (0, Int.min), (0, Int.max)])
    func outside(column: Int, row: Int) {
        var frame = frame(4, 2)
        frame.put("abc", at: CellPoint(column: column, row: row))
        frame.put("語", at: CellPoint(column: column, row: row))
        #expect(frame == Frame(size: CellSize(columns: 4, rows: 2)))
    }

    @Test("An empty frame can be drawn into")
    func empty() {
        var frame = frame(0, 0)
        frame.put("abc", at: .origin)
        frame.fill(frame.bounds, style: red)
        frame.layer(red, over: CellRect(column: -1, row: -1, columns: 9, rows: 9))
        #expect(frame.lines.isEmpty)
    }

    @Test("A wide character takes two cells, and the second is a continuation")
    func wide() {
        var frame = frame(4)
        #expect(frame.put("日a", at: .origin, style: red) == 3)
        #expect(frame[column: 0, row: 0].character == "日")
        #expect(frame[column: 1, row: 0].isContinuation)
        #expect(frame[column: 1, row: 0].style == red)
        #expect(frame.lines == ["日a"])
    }

    @Test("A wide character is never half drawn at an edge")
    func wideEdges() {
        var frame = frame(3, 3)
        frame.put("日本", at: .origin)
        frame.put("日本", at: CellPoint(column: -1, row: 1))
        frame.put("xxx", at: CellPoint(column: 0, row: 2))
        #expect(frame.put("日本", at: CellPoint(column: 0, row: 2), maxColumns: 3) == 3)
        #expect(frame.lines == ["日", " 本", "日"])
    }

    @Test("Drawing over half of a wide character blanks the other half")
    func overWide() {
        var frame = frame(6, 3)
        for row in 0..<3 { frame.put("日本語", at: CellPoint(column: 0, row: row)) }
        frame.put("x", at: CellPoint(column: 1, row: 0))
        frame.put("x", at: CellPoint(column: 2, row: 1))
        frame.fill(CellRect(column: 1, row: 2, columns: 2, rows: 1), style: .terminal, character: "-")
        #expect(frame.lines == [" x本語", "日x 語", " -- 語"])
    }

    @Test("Overflow is marked at the end or in the middle")
    func overflow() {
        var frame = frame(5, 4)
        frame.put("abcdefgh", at: .origin, overflow: .tail)
        frame.put("abcdefgh", at: CellPoint(column: 0, row: 1), overflow: .middle)
        frame.put("日本語", at: CellPoint(column: 1, row: 2), overflow: .tail)
        frame.put("abcde", at: CellPoint(column: 0, row: 3), overflow: .tail)
        #expect(frame.lines == ["abcd…", "ab…gh", " 日…", "abcde"])
    }

    @Test("Every way to mark overflow agrees with the text cut by itself")
    func overflowAgrees() {
        for text in ["abcdefgh", "日本語中国", "a日b本c語", "👨‍👩‍👧x👍🏽y", "日a本b語c"] {
            for columns in 1...10 {
                for overflow in [Overflow.tail, .middle] {
                    var frame = frame(columns)
                    frame.put(text, at: .origin, overflow: overflow)
                    #expect(frame.lines[0] == DisplayText(text).truncated(to: columns, overflow))
                }
            }
        }
    }

    @Test("Text keeps the background below it, and a filled rectangle does not")
    func layering() {
        var frame = frame(3)
        frame.fill(frame.bounds, style: onBlue)
        frame.put("a", at: .origin, style: red)
        #expect(frame[column: 0, row: 0].style == CellStyle(foreground: .ansi(1), background: .ansi(4)))
        frame.fill(CellRect(column: 0, row: 0, columns: 1, rows: 1), style: red)
        #expect(frame[column: 0, row: 0].style == red)
    }

    @Test("A layer over text changes its colors and keeps its characters and attributes")
    func layerOver() {
        var frame = frame(3)
        frame.put("ab", at: .origin, style: CellStyle(foreground: .ansi(2), attributes: .bold))
        frame.layer(onBlue, over: CellRect(column: 0, row: 0, columns: 2, rows: 1))
        #expect(frame.styledText == "⟨bold green on blue⟩ab")
    }

    @Test("A layer under text shows where the text has no color of its own")
    func layerUnder() {
        var frame = frame(2)
        frame.put("a", at: .origin, style: CellStyle(background: .ansi(1)))
        frame.layer(onBlue, under: frame.bounds)
        #expect(frame.styledText == "⟨on red⟩a⟨on blue⟩ ")
    }

    @Test("Styled text writes out every change of style and leaves trailing blanks away")
    func styledText() {
        var frame = frame(12, 2)
        frame.put("ok", at: .origin, style: red)
        frame.put("plain", at: CellPoint(column: 3, row: 0))
        #expect(frame.styledText == "⟨red⟩ok⟨⟩ plain\n")
    }

    @Test("Whatever is drawn wherever, no wide character is ever left in halves and columns stay aligned")
    func fuzz() {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "a", "é", "e\u{301}", "日", "語", "😀", "👨‍👩‍👧", "👍🏽", "🇩🇪", "\u{200b}", "\u{202e}", "\n", "\u{1b}", "ก็",
            "क्ष",
            "\u{301}",
            "\u{fe0f}", "\u{200d}", "שלום", "\u{1f3fd}", "\u{1fae8}", "ﷺ", "\u{e000}", "\u{10ffff}",
        ]
        var frame = Frame(size: CellSize(columns: 17, rows: 4))
        for _ in 0..<3_000 {
            let text = (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined()
            let point = CellPoint(column: random.below(24) - 4, row: random.below(6) - 1)
            let limit = random.below(20)
            let overflow = Overflow.allCases[random.below(3)]
            let used = frame.put(text, at: point, maxColumns: limit, overflow: overflow)
            #expect(used <= limit)
            if overflow == .clip {
                let room = min(limit, max(17 - point.column, 0))
                let visible = point.row >= 0 && point.row < 4 && room > 0
                #expect(used == (visible ? min(DisplayText(text).width, room) : 0))
            }
            for row in 0..<4 {
                let cells = Array(frame.row(row))
                for (column, cell) in cells.enumerated() {
                    let followed = column + 1 < cells.count && cells[column + 1].isContinuation
                    #expect(
                        (cell.glyph.width == 2) == followed, "row \(row), column \(column) of \(frame.lines)")
                }
                let width = cells.reduce(0) { $0 + $1.glyph.width }
                #expect(width == 17)
            }
        }
    }

    @Test(
        "an arrow between texts does not look like a comparison in ASCII; an arrow that is a mark takes one cell"
    )
    func arrows() {
        var frame = Frame(size: CellSize(columns: 20, rows: 2))
        frame.put("10 % → 15 %", at: .origin)
        frame.put("→ a→b →", at: CellPoint(column: 0, row: 1))
        #expect(frame.text(ascii: true) == "10 % -> 15 %\n> a>b ->")
        #expect(frame.ansiText(depth: .none, ascii: true) == "10 % -> 15 %\n> a>b ->")
        #expect(frame.text == "10 % → 15 %\n→ a→b →")
    }
    @Test("an arrow in ASCII moves the text after it, and nothing further to the right")
    func arrowsInColumns() {
        var frame = Frame(size: CellSize(columns: 22, rows: 4))
        let dim = CellStyle(attributes: .dim)
        frame.put("7 → two weeks  int  1s", at: .origin)
        frame.put("one → two", at: CellPoint(column: 0, row: 1))
        frame.put("int", at: CellPoint(column: 10, row: 1), style: dim)
        frame.put("│a → b│ c → d", at: CellPoint(column: 0, row: 2))
        frame.put("left ↔ right", at: CellPoint(column: 0, row: 3))
        #expect(
            frame.text(ascii: true).split(separator: "\n") == [
                "7 -> two weeks int  1s", "one->two  int", "|a->b | c -> d", "left<->right",
            ])
    }
}
