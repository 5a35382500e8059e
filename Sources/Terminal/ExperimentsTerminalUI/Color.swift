import ExperimentsSupport

/// A color in a theme. What the terminal really shows depends on its `ColorDepth`; see `reduced(to:)`.
public enum Color: Sendable, Hashable {
    /// The terminal's own foreground or background; in a layer, the color below.
    case terminal

    /// One of the 16 colors of the terminal's palette: 0-7 normal, 8-15 bright. Only the low four bits count.
    case ansi(UInt8)

    /// An entry of the 256-color palette: 16-231 a 6×6×6 cube, 232-255 greys.
    case indexed(UInt8)

    /// 24-bit red, green, blue.
    case rgb(UInt8, UInt8, UInt8)
}

extension Color {
    /// The color in 26 bits: two for the kind, 24 for the rest; `terminal` is zero.
    var packed: UInt32 {
        switch self {
        case .terminal: 0
        case .ansi(let index): 1 << 24 | UInt32(index & 15)
        case .indexed(let index): 2 << 24 | UInt32(index)
        case .rgb(let red, let green, let blue):
            3 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
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

extension Color {
    /// The nearest color that a terminal of this depth has. As a foreground, mid greys never become black or bright
    /// black: many palettes make those unreadable.
    package func reduced(to depth: ColorDepth, isBackground: Bool = false) -> Color {
        guard self != .terminal, depth > .none else { return .terminal }
        switch (self, depth) {
        case (_, .truecolor), (.ansi, .indexed256), (.indexed, .indexed256), (.ansi, .ansi16), (.terminal, _):
            return self
        case (.rgb(let red, let green, let blue), .indexed256):
            return .indexed(Self.nearestIndexed(RGB(red, green, blue)))
        case (.ansi(let index), _):
            // Bright black on eight colors would be black on black.
            if index & 15 == 8, !isBackground { return .ansi(7) }
            return .ansi(index & 7)
        case (.indexed(let index), _) where index < 16:
            return Color.ansi(index).reduced(to: depth, isBackground: isBackground)
        default:
            return .ansi(Self.nearestANSI(rgb, among: depth == .ansi8 ? 8 : 16, isBackground: isBackground))
        }
    }

    /// Returns the nearest color of the 256-color palette that is darker (or else lighter) than another color and not
    /// yet used; nil if there is none.
    func nearestIndexed(isDarker: Bool, than other: Color, but taken: [Color]) -> Color? {
        (UInt8(16)...UInt8(255)).map(Color.indexed).filter { color in
            let difference = color.rgb.brightness - other.rgb.brightness
            return (isDarker ? difference < 0 : difference > 0) && !taken.contains(color)
        }.min { $0.rgb.distance(to: rgb) < $1.rgb.distance(to: rgb) }
    }

    /// Whether black text is easier to read than white on this color.
    package var isLight: Bool {
        rgb.brightness > 128_000
    }

    /// Red, green and blue in xterm's default palette; black for `terminal`, whose color is not known.
    package var rgb: RGB {
        switch self {
        case .terminal: return RGB(0, 0, 0)
        case .ansi(let index): return Self.xterm[Int(index & 15)]
        case .indexed(let index) where index < 16: return Self.xterm[Int(index)]
        case .indexed(let index) where index < 232:
            let cube = Int(index) - 16
            return RGB(Self.levels[cube / 36], Self.levels[cube / 6 % 6], Self.levels[cube % 6])
        case .indexed(let index):
            let grey = 8 + 10 * (Int(index) - 232)
            return RGB(grey, grey, grey)
        case .rgb(let red, let green, let blue): return RGB(red, green, blue)
        }
    }

    package struct RGB {
        package var red: Int
        package var green: Int
        package var blue: Int

        init(_ red: some BinaryInteger, _ green: some BinaryInteger, _ blue: some BinaryInteger) {
            self.red = Int(red)
            self.green = Int(green)
            self.blue = Int(blue)
        }

        /// The perceived brightness, from 0 to 255,000.
        var brightness: Int { red * 299 + green * 587 + blue * 114 }

        /// The hue in degrees on the color wheel: red 0, green 120, blue 240.
        func hue(highest: Int, span: Int) -> Int {
            if highest == red { return (60 * (green - blue) / span + 360) % 360 }
            if highest == green { return 60 * (blue - red) / span + 120 }
            return 60 * (red - green) / span + 240
        }

        /// The distance to another color, weighted by how the eye perceives the three components. Good enough for a
        /// palette, and cheap.
        func distance(to other: RGB) -> Int {
            let red = red - other.red
            let green = green - other.green
            let blue = blue - other.blue
            return 3 * red * red + 4 * green * green + 2 * blue * blue
        }
    }

    private static let levels = [0, 95, 135, 175, 215, 255]

    private static let xterm: [RGB] = [
        RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
        RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
        RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
        RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
    ]

    private static func nearestIndexed(_ color: RGB) -> UInt8 {
        func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : min((value - 35) / 40, 5) }
        let (red, green, blue) = (level(color.red), level(color.green), level(color.blue))
        let cube = UInt8(16 + 36 * red + 6 * green + blue)
        let average = (color.red + color.green + color.blue) / 3
        let grey = UInt8(232 + min(max((average - 3) / 10, 0), 23))
        let cubeDistance = color.distance(to: Color.indexed(cube).rgb)
        return color.distance(to: Color.indexed(grey).rgb) < cubeDistance ? grey : cube
    }

    /// Returns the nearest color by hue rather than by distance: with few colors, pale red becomes red, not white.
    private static func nearestANSI(_ color: RGB, among count: Int, isBackground: Bool) -> UInt8 {
        let highest = max(color.red, color.green, color.blue)
        let span = highest - min(color.red, color.green, color.blue)
        let isBright = count > 8 && highest > 230
        if highest < 48 || span * 5 < highest {
            return nearestGrey(highest, hasBright: count > 8, isBackground: isBackground)
        }
        // Dark backgrounds, for example of a row a little lighter than the screen, have no hue worth preserving.
        if isBackground, highest < 80 { return 0 }
        // Six sectors of the circle, one around each color that is not grey.
        let sixth = (color.hue(highest: highest, span: span) + 30) / 60 % 6
        let normal: [UInt8] = [1, 3, 2, 6, 4, 5]
        return normal[sixth] + (isBright ? 8 : 0)
    }

    private static func nearestGrey(_ level: Int, hasBright: Bool, isBackground: Bool) -> UInt8 {
        if level < 64 { return 0 }
        if isBackground, hasBright, level < 160 { return level < 96 ? 0 : 8 }
        if isBackground, level < 128 { return 0 }
        return hasBright && level > 240 ? 15 : 7
    }
}

/// The number of colors that a terminal can show.
public enum ColorDepth: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// No colors, only attributes.
    case none

    /// The eight normal colors.
    case ansi8

    /// The eight normal and the eight bright colors.
    case ansi16

    /// The palette of 256 colors.
    case indexed256

    /// 24-bit colors.
    case truecolor

    /// Compares by the number of colors.
    public static func < (lhs: ColorDepth, rhs: ColorDepth) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Color {
    /// The names of the 16 palette colors, in the palette's order.
    package static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
        "bright-black", "bright-red", "bright-green", "bright-yellow",
        "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
    ]

    /// Reads `default`, a palette name such as `bright-red` (`grey` is `bright-black`), `color0` to `color255`,
    /// `#rgb` or `#rrggbb`; nil if it is none of these. Letter case does not matter.
    package init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        if let index = Self.names.firstIndex(of: text) {
            self = .ansi(UInt8(index))
        } else if text == "default" || text == "terminal" {
            self = .terminal
        } else if text == "grey" || text == "gray" {
            self = .ansi(8)
        } else if text.hasPrefix("color"), let index = UInt8(text.dropFirst(5)), !text.contains(scalar: "+") {
            self = .indexed(index)
        } else if text.hasScalarPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) {
            let digits = text.dropFirst().compactMap(\.hexDigitValue).map(UInt8.init)
            switch digits.count {
            case 3: self = .rgb(digits[0] * 17, digits[1] * 17, digits[2] * 17)
            case 6:
                self = .rgb(
                    digits[0] * 16 + digits[1], digits[2] * 16 + digits[3], digits[4] * 16 + digits[5])
            default: return nil
            }
        } else {
            return nil
        }
    }
}

extension Color: CustomStringConvertible {
    /// The form that `init(_:)` reads.
    public var description: String {
        switch self {
        case .terminal: return "default"
        case .ansi(let index): return Self.names[Int(index & 15)]
        case .indexed(let index): return "color\(index)"
        case .rgb(let red, let green, let blue):
            return "#" + Hexadecimal.text([red, green, blue])
        }
    }
}
