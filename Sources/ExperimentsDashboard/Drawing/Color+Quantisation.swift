extension Color {
    /// The nearest colour that a terminal of this depth has. As a foreground, mid greys never become black or bright
    /// black: many palettes make those unreadable.
    public func reduced(to depth: ColorDepth, isBackground: Bool = false) -> Color {
        guard self != .terminal, depth > .none else { return .terminal }
        switch (self, depth) {
        case (_, .truecolor), (.ansi, .indexed256), (.indexed, .indexed256), (.ansi, .ansi16), (.terminal, _):
            return self
        case (.rgb(let red, let green, let blue), .indexed256):
            return .indexed(Self.nearestIndexed(RGB(red, green, blue)))
        case (.ansi(let index), _):
            // Bright black on eight colours would be black on black.
            if index & 15 == 8, !isBackground { return .ansi(7) }
            return .ansi(index & 7)
        case (.indexed(let index), _) where index < 16:
            return Color.ansi(index).reduced(to: depth, isBackground: isBackground)
        default:
            return .ansi(Self.nearestANSI(rgb, among: depth == .ansi8 ? 8 : 16, isBackground: isBackground))
        }
    }

    /// Red, green and blue as xterm's default palette has them; black for `terminal`, whose colour nobody knows.
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

        /// Weighted by how the eye takes the three; good enough for a palette, and cheap.
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

    private static func nearestANSI(_ color: RGB, among count: Int, isBackground: Bool) -> UInt8 {
        var best = 7
        var bestDistance = Int.max
        for index in 0..<count where isBackground || (index != 0 && index != 8) {
            let distance = color.distance(to: xterm[index])
            if distance < bestDistance { (best, bestDistance) = (index, distance) }
        }
        // Black text is meant where the background is bright: keep it if the colour is all but black.
        if !isBackground, color.distance(to: xterm[0]) < 9 * 64 * 64 { return 0 }
        return UInt8(best)
    }
}
