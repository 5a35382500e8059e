#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// Colours as the numbers that ncurses takes with the description in use.
struct CursesPalette {
    let depth: ColorDepth

    /// With 24-bit colours: how many of the low numbers mean entries of the palette.
    let indexed: Int

    /// -1 is the terminal's own colour.
    func number(_ color: Color, isBackground: Bool) -> Int32 {
        switch color.reduced(to: depth, isBackground: isBackground) {
        case .terminal: return -1
        case .ansi(let index): return depth == .truecolor && Int(index) >= indexed ? direct(color) : Int32(index)
        case .indexed(let index): return depth == .truecolor && Int(index) >= indexed ? direct(color) : Int32(index)
        case .rgb: return direct(color)
        }
    }

    private func direct(_ color: Color) -> Int32 {
        let rgb = color.rgb
        let number = rgb.red << 16 | rgb.green << 8 | rgb.blue
        // The darkest blues would mean entries of the palette; a trace of green tells them apart.
        return Int32(number < indexed ? number | 1 << 8 : number)
    }

    static func depth(colors: Int) -> ColorDepth {
        switch colors {
        case (1 << 24)...: .truecolor
        case 256...: .indexed256
        case 16...: .ansi16
        case 8...: .ansi8
        default: .none
        }
    }

    static func colors(depth: ColorDepth) -> Int32 {
        switch depth {
        case .none: 0
        case .ansi8: 8
        case .ansi16: 16
        case .indexed256: 256
        case .truecolor: 1 << 24
        }
    }
}
#endif
