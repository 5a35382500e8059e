import TestSupport
import Testing

@testable import ExperimentsTerminalUI

@Suite("Frames in control sequences", .inTurn)
struct FrameWriterTests {
    private let size = CellSize(columns: 23, rows: 6)

    private func bytes(_ frame: Frame, over shown: Frame?, isUnicode: Bool = true) -> [UInt8] {
        var writer = FrameWriter(size: frame.size, isUnicode: isUnicode)
        writer.write(frame, over: shown)
        return writer.bytes
    }

    private func text(_ frame: Frame, over shown: Frame?) -> String {
        String(decoding: bytes(frame, over: shown), as: UTF8.self)
            .replacing("\u{1b}[?2026h", with: "").replacing("\u{1b}[?2026l", with: "")
            .replacing("\u{1b}", with: "ESC")
    }

    @Test("Whatever frames follow each other, the terminal shows the last in its colors")
    func anyFrames() {
        var random = SeededGenerator(seed: 24)
        var screen = EmulatedScreen(size)
        var shown: Frame?
        for round in 0..<400 {
            let frame = Self.random(size, over: shown, &random)
            screen.read(bytes(frame, over: round % 50 == 0 ? nil : shown))
            #expect(screen.complaint == nil)
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let (cell, wanted) = (screen[column, row], frame[column: column, row: row])
                    // A terminal draws both halves of a wide character in the style of the left one.
                    let style =
                        wanted.isContinuation ? frame[column: column - 1, row: row].style : wanted.style
                    #expect(
                        cell.text == wanted.text && cell.style == style, "round \(round) \(column),\(row)")
                }
            }
            #expect(screen.cursor == (frame.cursor ?? CellPoint(column: 0, row: size.rows - 1)))
            shown = frame
        }
    }

    @Test("Links are written around their cells, and again if only they change")
    func links() {
        var plain = Frame(size: CellSize(columns: 10, rows: 1))
        plain.put("a.swift", at: CellPoint(column: 1, row: 0), style: .terminal)
        var linked = plain
        linked.link(
            CellRect(column: 1, row: 0, columns: 7, rows: 1),
            to: Hyperlink(toFileAt: "/a.swift", on: "laptop"))
        #expect(
            text(linked, over: plain).contains("ESC]8;;file://laptop/a.swiftESC\\ESC[0ma.swiftESC]8;;ESC\\"))
        #expect(text(plain, over: linked).contains("a.swift") && !text(plain, over: linked).contains("]8;;"))
        #expect(!text(linked, over: linked).contains("swift"))
    }

    private static func random(_ size: CellSize, over shown: Frame?, _ random: inout SeededGenerator) -> Frame
    {
        let pieces = ["a", "日", "e\u{301}", "😀", "-", "│", "ก็", " ", "  ", "…"]
        let colors: [Color] = [.terminal, .ansi(1), .ansi(12), .indexed(200), .rgb(1, 22, 255)]
        func style() -> CellStyle {
            CellStyle(
                foreground: colors.randomElement(using: &random) ?? .terminal,
                background: colors.randomElement(using: &random) ?? .terminal,
                attributes: Attributes(rawValue: UInt8.random(in: 0..<32, using: &random)))
        }
        var frame =
            Bool.random(using: &random) ? shown ?? Frame(size: size) : Frame(size: size, style: style())
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            let text = (0..<Int.random(in: 1..<9, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let point = CellPoint(
                column: Int.random(in: -3..<size.columns, using: &random),
                row: Int.random(in: 0..<size.rows, using: &random))
            frame.put(text, at: point, style: style())
        }
        frame.cursor =
            Bool.random(using: &random)
            ? CellPoint(
                column: Int.random(in: 0..<size.columns, using: &random),
                row: Int.random(in: 0..<size.rows, using: &random)) : nil
        return frame
    }

    @Test("A cell that changed is all that is sent, with the colors that changed")
    func economy() {
        var first = Frame(size: size)
        first.put("status ok", at: CellPoint(column: 2, row: 3), style: CellStyle(background: .rgb(1, 2, 3)))
        var second = first
        second.put("k!", at: CellPoint(column: 10, row: 3), style: CellStyle(foreground: .rgb(9, 8, 7)))
        #expect(text(second, over: first) == "ESC[4;11HESC[0;38;2;9;8;7;48;2;1;2;3mkESC[49m!ESC[mESC[6;1H")
        #expect(text(second, over: second) == "ESC[6;1H")
    }

    @Test("Over a few cells between two changes is written, over many is jumped")
    func gaps() {
        var first = Frame(size: size)
        first.put("a....b.........c", at: .origin)
        var second = first
        for column in [0, 5, 15] { second.put("X", at: CellPoint(column: column, row: 0)) }
        #expect(text(second, over: first) == "ESC[1;1HESC[0mX....XESC[16GXESC[6;1H")
    }

    @Test("If no one knows what is shown, the terminal is cleared, and blanks are not sent")
    func complete() {
        var frame = Frame(size: size)
        frame.put("x", at: CellPoint(column: 4, row: 1))
        #expect(text(frame, over: nil) == "ESC[mESC[HESC[2JESC[2;5HxESC[6;1H")
    }

    @Test("After a character that terminals measure in different ways, the next is placed by its column")
    func doubtful() {
        var frame = Frame(size: size)
        frame.put("a😀b…c", at: .origin)
        #expect(text(frame, over: nil).contains("a😀ESC[4Gb…c"))
    }

    @Test("If only ASCII can be shown, stand-ins are written in the same columns")
    func ascii() {
        var frame = Frame(size: size)
        frame.put("┌日…", at: .origin)
        let text = String(decoding: bytes(frame, over: nil, isUnicode: false), as: UTF8.self)
        #expect(text.contains("+??~"))
    }

    @Test("A frame that is larger than the terminal is cut")
    func cut() {
        var frame = Frame(size: CellSize(columns: 5, rows: 3))
        for row in 0..<3 { frame.put("ab日c", at: CellPoint(column: 0, row: row)) }
        var writer = FrameWriter(size: CellSize(columns: 3, rows: 2), isUnicode: true)
        writer.write(frame, over: nil)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.contains("ab \u{1b}[2;1Hab ") && !text.contains("日"))
    }
}

extension Cell {
    /// As a terminal has it: nothing in the right half of a wide character.
    fileprivate var text: String { isContinuation ? "" : String(character) }
}

/// A terminal that understands what the writer writes, and complains of anything else.
private struct EmulatedScreen {
    private(set) var complaint: String?
    private(set) var cursor = CellPoint.origin
    private let size: CellSize
    private var cells: [(text: String, style: CellStyle)]
    private var style = CellStyle.terminal

    init(_ size: CellSize) {
        self.size = size
        cells = Array(repeating: (" ", .terminal), count: size.columns * size.rows)
    }

    subscript(column: Int, row: Int) -> (text: String, style: CellStyle) {
        cells[row * size.columns + column]
    }

    mutating func read(_ bytes: [UInt8]) {
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\u{1b}" {
                guard scalars.popFirst() == "[" else { return complain("no control sequence") }
                let parameters = String(String.UnicodeScalarView(scalars.prefix { $0.value < 0x40 }))
                scalars = scalars.dropFirst(parameters.unicodeScalars.count)
                perform(scalars.popFirst() ?? " ", parameters)
            } else {
                put(scalar)
            }
        }
    }

    private mutating func complain(_ words: String) { complaint = complaint ?? words }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let glyph = Glyph(Character(scalar))
        let place = cursor.row * size.columns + cursor.column
        if scalar.properties.generalCategory == .nonspacingMark {
            let base = cells[place - 1].text.isEmpty ? place - 2 : place - 1
            cells[base].text.unicodeScalars.append(scalar)
            return
        }
        guard cursor.column + glyph.width <= size.columns else { return complain("beyond the edge") }
        cells[place] = (String(Character(scalar)), style)
        if glyph.width == 2 { cells[place + 1] = ("", style) }
        cursor.column += glyph.width
    }

    private mutating func perform(_ final: Unicode.Scalar, _ parameters: String) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch final {
        case "H":
            cursor = CellPoint(column: (numbers.dropFirst().first ?? 1) - 1, row: (numbers.first ?? 1) - 1)
        case "G": cursor.column = (numbers.first ?? 1) - 1
        case "J": cells = Array(repeating: (" ", .terminal), count: cells.count)
        case "m": take(numbers.isEmpty ? [0] : numbers)
        case "h", "l": if parameters != "?2026" { complain("mode \(parameters)") }
        default: complain("sequence \(parameters)\(final)")
        }
    }

    private mutating func take(_ numbers: [Int]) {
        var rest = numbers[...]
        func color(_ number: Int) -> Color {
            guard number == 8 else { return number == 9 ? .terminal : .ansi(UInt8(number)) }
            if rest.popFirst() == 5 { return .indexed(UInt8(rest.popFirst() ?? 0)) }
            return .rgb(UInt8(rest.popFirst() ?? 0), UInt8(rest.popFirst() ?? 0), UInt8(rest.popFirst() ?? 0))
        }
        while let number = rest.popFirst() {
            switch number {
            case 0: style = .terminal
            case 1: style.attributes.insert(.bold)
            case 2: style.attributes.insert(.dim)
            case 3: style.attributes.insert(.italic)
            case 4: style.attributes.insert(.underline)
            case 7: style.attributes.insert(.reverse)
            case 30...39: style.foreground = color(number - 30)
            case 40...49: style.background = color(number - 40)
            case 90...97: style.foreground = .ansi(UInt8(number - 82))
            case 100...107: style.background = .ansi(UInt8(number - 92))
            default: complain("style \(number)")
            }
        }
    }
}
