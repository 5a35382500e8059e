import CExperimentsNcurses
import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@Suite("Widths", .fewAtATime)
struct WidthTests {
    #if os(Linux)
    /// U+1FAE8 came with Unicode 15; the table is of Unicode 14, as the C library of Debian 12.
    private var hasTableOfSameAge: Bool { cn_width(0x1fae8) == -1 }

    @Test("Every scalar is as wide for frames as it is for curses")
    func agreement() throws {
        guard cn_adopt_locale() else { return }
        var wrong: [String] = []
        for value in UInt32(0x20)..<0x11_0000 {
            guard let scalar = UnicodeScalar(value) else { continue }
            let glyph = Glyph(Character(scalar))
            // Every scalar that is drawn as itself must have the width that curses believes it has.
            guard glyph.scalars.0 == value else { continue }
            if Int(cn_width(value)) != glyph.width { wrong.append(String(value, radix: 16)) }
        }
        // A newer C library knows characters that were not assigned before and has changed its mind on a few.
        let limit = hasTableOfSameAge ? 0 : 400
        #expect(wrong.count <= limit, "\(wrong.prefix(20))")
    }

    @Test("Marks that are drawn on the character before them take no column of their own in curses either")
    func marks() throws {
        guard cn_adopt_locale() else { return }
        var wrong: [String] = []
        for value in UInt32(0x300)..<0x11_0000 {
            guard let scalar = UnicodeScalar(value) else { continue }
            let glyph = Glyph(Character(scalar))
            // A mark alone is shown on a dotted circle.
            guard glyph.scalars.0 == 0x25cc, glyph.scalars.1 == value else { continue }
            if cn_width(value) != 0 { wrong.append(String(value, radix: 16)) }
        }
        #expect(wrong.count <= (hasTableOfSameAge ? 0 : 100), "\(wrong.prefix(20))")
    }
    #endif
}
