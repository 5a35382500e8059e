import ExperimentsSupport

extension Color {
    /// The names of the 16 palette colours, in the palette's order.
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
