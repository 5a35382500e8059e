/// A colour as a theme names it. What the terminal really shows depends on its `ColorDepth`; see `reduced(to:)`.
public enum Color: Sendable, Hashable {
    /// The terminal's own foreground or background; in a layer, whatever lies below.
    case terminal

    /// One of the 16 colours of the terminal's palette: 0-7 normal, 8-15 bright. Only the low four bits count.
    case ansi(UInt8)

    /// An entry of the 256-colour palette: 16-231 a 6×6×6 cube, 232-255 greys.
    case indexed(UInt8)

    /// 24-bit red, green, blue.
    case rgb(UInt8, UInt8, UInt8)
}

extension Color {
    /// 26 bits: two for the kind, 24 for the rest; `terminal` is zero.
    var packed: UInt32 {
        switch self {
        case .terminal: 0
        case .ansi(let index): 1 << 24 | UInt32(index & 15)
        case .indexed(let index): 2 << 24 | UInt32(index)
        case .rgb(let red, let green, let blue): 3 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
    }

    init(packed: UInt32) {
        switch packed >> 24 & 3 {
        case 1: self = .ansi(UInt8(truncatingIfNeeded: packed))
        case 2: self = .indexed(UInt8(truncatingIfNeeded: packed))
        case 3:
            self = .rgb(
                UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
                UInt8(truncatingIfNeeded: packed))
        default: self = .terminal
        }
    }
}
