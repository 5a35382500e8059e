import ExperimentsTerminalUI
import TestSupport
import Testing

@Suite("Colors and styles", .inTurn)
struct ColorTests {
    @Test(
        "A color's text is read back as the same color",
        arguments: [
            Color.terminal, .ansi(0), .ansi(7), .ansi(8), .ansi(15), .indexed(0), .indexed(255),
            .rgb(0, 0, 0),
            .rgb(255, 136, 5),
        ])
    func text(color: Color) {
        #expect(Color(color.description) == color)
    }

    @Test("Colors have short, long and other spellings")
    func spellings() {
        #expect(Color("#F80") == .rgb(255, 136, 0))
        #expect(Color("Grey") == .ansi(8))
        #expect(Color("terminal") == .terminal)
    }

    @Test(
        "An invalid color is refused",
        arguments: [
            "", "#", "#12", "#12345", "#gggggg", "color256", "color", "color+5", "color-1", "crimson", "#١٢٣",
        ])
    func refused(text: String) {
        #expect(Color(text) == nil)
    }

    @Test("A style keeps each of its parts")
    func packing() {
        let colors: [Color] = [.terminal, .ansi(15), .indexed(200), .rgb(255, 255, 255), .rgb(1, 2, 3)]
        for foreground in colors {
            for background in colors {
                for attributes in [Attributes(), .bold, [.reverse, .dim, .italic, .underline]] {
                    let style = CellStyle(
                        foreground: foreground, background: background, attributes: attributes)
                    #expect(style.foreground == foreground)
                    #expect(style.background == background)
                    #expect(style.attributes == attributes)
                }
            }
        }
    }

    @Test("Each part of a style can be changed separately")
    func changing() {
        var style = CellStyle(foreground: .ansi(3), background: .ansi(4), attributes: .bold)
        style.foreground = .rgb(9, 9, 9)
        style.attributes = .dim
        style.background = .terminal
        #expect(style == CellStyle(foreground: .rgb(9, 9, 9), attributes: .dim))
    }

    @Test("24-bit colors become the nearest of 256, of 16 and of 8")
    func quantisation() {
        #expect(Color.rgb(255, 0, 0).reduced(to: .indexed256) == .indexed(196))
        #expect(Color.rgb(0x62, 0x62, 0x62).reduced(to: .indexed256) == .indexed(241))
        #expect(Color.rgb(250, 10, 10).reduced(to: .ansi16) == .ansi(9))
        #expect(Color.rgb(200, 10, 10).reduced(to: .ansi8) == .ansi(1))
        #expect(Color.indexed(12).reduced(to: .ansi8) == .ansi(4))
        #expect(Color.indexed(46).reduced(to: .ansi16) == .ansi(10))
    }

    @Test("Every reduction lands in the palette it was asked for, and reducing again changes nothing")
    func reductionIsStable() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let bits = random.next()
            let color = Color.rgb(
                UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
                UInt8(truncatingIfNeeded: bits >> 16))
            for depth in ColorDepth.allCases {
                let reduced = color.reduced(to: depth, isBackground: bits >> 60 & 1 == 1)
                #expect(reduced.reduced(to: depth, isBackground: bits >> 60 & 1 == 1) == reduced)
                switch (depth, reduced) {
                case (.none, .terminal), (.indexed256, .indexed(16...)), (.truecolor, .rgb): break
                case (.ansi8, .ansi(let index)): #expect(index < 8)
                case (.ansi16, .ansi(let index)): #expect(index < 16)
                default: Issue.record("\(color) became \(reduced) for \(depth)")
                }
            }
        }
    }

    @Test("Grey text never becomes black or bright black, which many palettes hide")
    func readableGrey() {
        for level in stride(from: UInt8(70), through: 250, by: 10) {
            for depth in [ColorDepth.ansi8, .ansi16] {
                let reduced = Color.rgb(level, level, level).reduced(to: depth)
                #expect(reduced != .ansi(0) && reduced != .ansi(8), "\(level)")
            }
        }
    }

    @Test("Without colors a background turns into reverse")
    func monochrome() {
        let style = CellStyle(foreground: .ansi(1), background: .ansi(4), attributes: .bold)
        #expect(style.reduced(to: .none) == CellStyle(attributes: [.bold, .reverse]))
        #expect(CellStyle(foreground: .ansi(1)).reduced(to: .none) == .terminal)
    }

    @Test("On eight colors a bright foreground is bold")
    func brightIsBold() {
        #expect(
            CellStyle(foreground: .ansi(9)).reduced(to: .ansi8)
                == CellStyle(foreground: .ansi(1), attributes: .bold))
    }
}
