import ExperimentsTerminalUI
import TestSupport
import Testing

@testable import ExperimentsNcurses

extension ScreenTests {
    @Suite("Drawing", .fewAtATime)
    struct Drawing {
        private func frame(_ screen: TestScreen) -> Frame { Frame(size: screen.terminal.size) }

        @Test("A frame's text, colors and attributes reach the screen")
        func text() throws {
            let screen = try TestScreen()
            var frame = frame(screen)
            frame.put("plain", at: CellPoint(column: 2, row: 1))
            frame.put(
                "red", at: CellPoint(column: 10, row: 1),
                style: CellStyle(
                    foreground: .ansi(1), background: .indexed(200), attributes: [.bold, .underline]))
            screen.terminal.present(frame)
            #expect(screen.row(1) == "  plain   red")
            let cell = screen.cell(column: 10, row: 1)
            #expect(cell.text == "r")
            #expect(cell.attributes == [.bold, .underline])
            #expect(cell.foreground == 1)
            #expect(cell.background == 200)
        }

        @Test("The bottom right cell can be drawn")
        func corner() throws {
            let screen = try TestScreen(columns: 20, rows: 5)
            var frame = frame(screen)
            frame.fill(frame.bounds, style: .terminal, character: "#")
            screen.terminal.present(frame)
            for row in 0..<5 { #expect(screen.row(row) == String(repeating: "#", count: 20)) }
        }

        @Test("Wide and combining characters stand in the columns where the frame has them")
        func wide() throws {
            let screen = try TestScreen()
            var frame = frame(screen)
            let text = "a日e\u{301}😀👨‍👩‍👧🇩🇪\u{1fae8}ก็x"
            let used = frame.put(text, at: .origin)
            frame.put("|", at: CellPoint(column: used, row: 0))
            screen.terminal.present(frame)
            #expect(screen.row(0) == frame.lines[0])
            #expect(screen.cell(column: used, row: 0).text == "|")
        }

        @Test("Control characters in data never reach the terminal")
        func harmless() throws {
            let screen = try TestScreen()
            let sent = screen.sent {
                var frame = frame(screen)
                frame.put("\u{1b}[31mX\u{9b}1m\u{7}\u{202e}\ttab\u{1b}]52;c;AAAA\u{7}", at: .origin)
                screen.terminal.present(frame)
            }
            #expect(!sent.contains("\u{1b}[31m"))
            #expect(!sent.contains("\u{7}") && !sent.contains("\u{202e}") && !sent.contains("\u{9b}"))
            #expect(!sent.contains("\u{1b}]52"))
        }

        @Test("An unchanged frame sends nothing at all")
        func unchanged() throws {
            let screen = try TestScreen()
            var first = frame(screen)
            first.put("hello", at: .origin)
            screen.terminal.present(first)
            var second = frame(screen)
            second.put("hello", at: .origin)
            #expect(screen.sent { screen.terminal.present(second) }.isEmpty)
        }

        @Test("A small change sends little, between the marks of a synchronized update")
        func difference() throws {
            let screen = try TestScreen(columns: 200, rows: 60)
            var frame = frame(screen)
            for row in 0..<60 {
                frame.put("row \(row) of many, all of them the same", at: CellPoint(column: 0, row: row))
            }
            screen.terminal.present(frame)
            frame.put("12", at: CellPoint(column: 60, row: 30))
            let sent = screen.sent { screen.terminal.present(frame) }
            #expect(sent.utf8.count < 60, "\(sent.debugDescription)")
            #expect(sent.hasPrefix("\u{1b}[?2026h") && sent.hasSuffix("\u{1b}[?2026l"))
        }

        @Test("A complete redraw sends everything again")
        func redraw() throws {
            let screen = try TestScreen()
            var frame = frame(screen)
            frame.put("hello", at: .origin)
            screen.terminal.present(frame)
            screen.terminal.redrawCompletely()
            #expect(screen.sent { screen.terminal.present(frame) }.contains("hello"))
        }

        @Test("Whatever frames follow each other, the screen shows the last")
        func fuzz() throws {
            let screen = try TestScreen(columns: 23, rows: 6)
            var random = SeededGenerator(seed: 11)
            let pieces = ["a", "日", "e\u{301}", "😀", "-", "語", "ก็", "é"]
            for _ in 0..<300 {
                var frame = frame(screen)
                for _ in 0..<Int.random(in: 1..<20, using: &random) {
                    let text = (0..<Int.random(in: 1..<9, using: &random)).map { _ in
                        pieces[Int.random(in: 0..<pieces.count, using: &random)]
                    }.joined()
                    frame.put(
                        text,
                        at: CellPoint(
                            column: Int.random(in: -3..<23, using: &random),
                            row: Int.random(in: 0..<6, using: &random)),
                        style: CellStyle(foreground: .ansi(UInt8.random(in: 0..<8, using: &random))))
                }
                screen.terminal.present(frame)
                for row in 0..<6 { #expect(screen.row(row) == frame.lines[row]) }
            }
        }

        @Test(
            "A frame of another size than the screen is cut or leaves the rest blank",
            arguments: [(5, 2), (200, 50)])
        func otherSize(columns: Int, rows: Int) throws {
            let screen = try TestScreen(columns: 20, rows: 4)
            var frame = Frame(size: CellSize(columns: columns, rows: rows))
            frame.put(String(repeating: "日", count: 100), at: .origin)
            frame.put("x", at: CellPoint(column: 19, row: 0))
            screen.terminal.present(frame)
            #expect(screen.row(0) == (columns == 5 ? "日日" : "日日日日日日日日日 x"))
            #expect(screen.row(3).isEmpty)
        }

        @Test("If only ASCII can be shown, stand-ins are drawn in the same columns")
        func ascii() throws {
            let screen = try TestScreen { $0.unicode = false }
            var frame = frame(screen)
            frame.put("┌─ é 日本 … │", at: .origin)
            screen.terminal.present(frame)
            #expect(screen.row(0) == "+- ? ???? ~ |")
            #expect(!screen.terminal.isUnicode)
        }

        @Test("The cursor stands where the frame says and shows only as a caret")
        func cursor() throws {
            let screen = try TestScreen()
            var frame = frame(screen)
            frame.cursor = CellPoint(column: 4, row: 3)
            let hidden = screen.sent { screen.terminal.present(frame) }
            #expect(!hidden.contains("\u{1b}[?25h"))
            #expect(hidden.contains("\u{1b}[4;5H"))
            frame.showsCaret = true
            #expect(screen.sent { screen.terminal.present(frame) }.contains("\u{1b}[?12l\u{1b}[?25h"))
        }

        @Test("More combinations of colors than the terminal can hold are drawn from scratch, not wrongly")
        func manyColors() throws {
            let screen = try TestScreen()
            for round in 0..<40 {
                var frame = frame(screen)
                for index in 0..<80 {
                    let style = CellStyle(
                        foreground: .indexed(UInt8(16 + index)), background: .indexed(UInt8(16 + round * 5)))
                    frame.put("x", at: CellPoint(column: index, row: 0), style: style)
                }
                screen.terminal.present(frame)
                let cell = screen.cell(column: 79, row: 0)
                #expect(cell.foreground == 95 && cell.background == 16 + round * 5, "round \(round)")
            }
        }
    }
}
