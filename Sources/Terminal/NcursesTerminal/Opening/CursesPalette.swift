#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// Colours as the numbers that ncurses takes with the description in use.
struct CursesPalette {
    let depth: ColorDepth

    /// -1 is the terminal's own colour.
    func number(_ color: Color, isBackground: Bool) -> Int32 {
        switch color.reduced(to: depth, isBackground: isBackground) {
        case .ansi(let index), .indexed(let index): Int32(index)
        case .terminal, .rgb: -1
        }
    }

    static func depth(colors: Int) -> ColorDepth {
        switch colors {
        case 256...: .indexed256
        case 16...: .ansi16
        case 8...: .ansi8
        default: .none
        }
    }

    /// The most that ncurses is to use; more than 256 are written past it.
    static func colors(depth: ColorDepth) -> Int32 {
        switch depth {
        case .none: 0
        case .ansi8: 8
        case .ansi16: 16
        case .indexed256, .truecolor: 256
        }
    }
}
#endif
