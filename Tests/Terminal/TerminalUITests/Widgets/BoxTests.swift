import TestSupport
import Testing

@testable import ExperimentsTerminalUI

@Suite("Boxes over the screen", .inTurn)
struct BoxTests {
    private static let shade = CellStyle(foreground: .ansi(1), background: .ansi(2))
    private static let popup = CellStyle(foreground: .ansi(3), background: .ansi(4))

    private func drawn() -> Frame {
        let theme = Theme(
            name: "test", title: "Test", isDark: true,
            styles: [.shadow: Self.shade, .popup: Self.popup, .popupBorder: CellStyle(foreground: .ansi(5))])
        var canvas = Canvas(frame: Frame(size: CellSize(columns: 20, rows: 9)), theme: theme)
        canvas.fill(canvas.frame.bounds, .text, character: "x")
        _ = Box.draw("Title", size: CellSize(columns: 6, rows: 2), on: &canvas)
        return canvas.frame
    }

    @Test("throw a shadow to the right and below, in which the text is still there")
    func shadow() {
        let frame = drawn()
        // The box has columns 5 to 14 and rows 2 to 5.
        for (column, row) in [(15, 3), (16, 3), (15, 6), (7, 6), (16, 6)] {
            #expect(frame[column: column, row: row].style == Self.shade, "\(column), \(row)")
            #expect(frame[column: column, row: row].character == "x")
        }
        for (column, row) in [(15, 2), (17, 3), (5, 6), (6, 6), (4, 3), (15, 7)] {
            #expect(frame[column: column, row: row].style == .terminal, "\(column), \(row)")
        }
    }

    @Test("have a border on their own ground")
    func border() {
        let frame = drawn()
        for (column, row) in [(5, 2), (8, 5), (5, 3), (14, 4)] {
            #expect(
                frame[column: column, row: row].style == CellStyle(foreground: .ansi(5), background: .ansi(4))
            )
        }
    }

    @Test("leave the last line of the screen bright")
    func lastLine() {
        let theme = Theme(name: "test", title: "Test", isDark: true, styles: [.shadow: Self.shade])
        var canvas = Canvas(frame: Frame(size: CellSize(columns: 20, rows: 6)), theme: theme)
        _ = Box.draw("Title", size: CellSize(columns: 6, rows: 20), on: &canvas)
        for column in 0..<20 { #expect(canvas.frame[column: column, row: 5].style == .terminal) }
    }

    private func pane(_ title: BoxTitle, columns: Int) -> [String] {
        let size = CellSize(columns: columns, rows: 3)
        var canvas = Canvas(frame: Frame(size: size), theme: .plain)
        Box.draw(title, in: CellRect(size), &canvas)
        return canvas.frame.lines
    }

    @Test("have their title and notes in the upper border, the keys and the count in the lower one")
    func words() {
        let keys = [KeyHint(.character("w"), "all")]
        let title = BoxTitle("Keys", notes: ["in groups", "declared order"], count: "4/25", keys: keys)
        #expect(
            pane(title, columns: 44) == [
                "╭─ Keys ── in groups ── declared order ────╮",
                "│                                          │",
                "╰─────────────────────────── w all ─ 4/25 ─╯",
            ])
    }

    @Test("omit the last notes and the keys if there is no room for them, and keep the count")
    func narrow() {
        let keys = [KeyHint(.character("w"), "whole timeline")]
        let title = BoxTitle("Keys", notes: ["in groups", "declared order"], count: "4/25", keys: keys)
        #expect(
            pane(title, columns: 24) == [
                "╭─ Keys ── in groups ──╮", "│                      │", "╰─────────────── 4/25 ─╯",
            ])
    }

    @Test(
        "cover the width of the screen if only a strip without room for words was left",
        arguments: [(9, 20), (8, 12)])
    func strip(columns: Int, drawn: Int) {
        var canvas = Canvas(frame: Frame(size: CellSize(columns: 20, rows: 6)), theme: .plain)
        let inside = Box.draw("Help", size: CellSize(columns: columns, rows: 1), on: &canvas)
        #expect(inside.columns == drawn - 4)
    }

    @Test("stand out by the color of their borders if they take the keys")
    func active() {
        let theme = Theme(
            name: "test", title: "Test", isDark: true,
            styles: [
                .border: CellStyle(foreground: .ansi(1)), .borderActive: CellStyle(foreground: .ansi(2)),
            ])
        var canvas = Canvas(frame: Frame(size: CellSize(columns: 8, rows: 6)), theme: theme)
        let (top, bottom) = canvas.frame.bounds.splitTop(3)
        Box.draw(BoxTitle("a"), in: top, isActive: true, &canvas)
        Box.draw(BoxTitle("b"), in: bottom, &canvas)
        #expect(canvas.frame[column: 0, row: 1].style.foreground == .ansi(2))
        #expect(canvas.frame[column: 0, row: 4].style.foreground == .ansi(1))
    }

    @Test("have words that do not take the color of the border")
    func wordColors() {
        let theme = Theme(
            name: "test", title: "Test", isDark: true,
            styles: [
                .text: CellStyle(foreground: .ansi(7)), .border: CellStyle(foreground: .ansi(1)),
                .title: CellStyle(attributes: .bold),
            ])
        var canvas = Canvas(frame: Frame(size: CellSize(columns: 12, rows: 3)), theme: theme)
        Box.draw(BoxTitle("Keys"), in: canvas.frame.bounds, &canvas)
        #expect(canvas.frame[column: 3, row: 0].style.foreground == .ansi(7))
        #expect(canvas.frame[column: 9, row: 0].style.foreground == .ansi(1))
    }

    @Test("say which key stands at a point of the lower border")
    func hints() {
        let title = BoxTitle("Keys", count: "4/25", keys: [KeyHint(.character("w"), "all")])
        let rect = CellRect(CellSize(columns: 30, rows: 3))
        func hint(_ column: Int, _ row: Int) -> String? {
            Box.hint(at: CellPoint(column: column, row: row), on: title, in: rect)?.word
        }
        // ╰──────────── w all ─ 4/25 ─╯
        #expect(hint(14, 2) == "all" && hint(18, 2) == "all")
        #expect(hint(24, 2) == nil && hint(4, 2) == nil && hint(14, 0) == nil)
    }

    @Test("are drawn with + - | in ASCII")
    func ascii() {
        let glyphs = pane(BoxTitle("Keys"), columns: 12).joined().unicodeScalars.map {
            Glyph(Character($0)).ascii
        }
        #expect(
            String(decoding: glyphs, as: UTF8.self) == "+- Keys ---+|          |+----------+")
    }
}
