import ExperimentsCore

/// What an attacker writes into names, values and files: texts that do something to a terminal, or to who reads them,
/// where they are printed as they are.
public enum HostileText {
    /// A new title for the terminal, a bell, colors, text that runs backwards, blanks of no width, and a line that
    /// looks like the program's own.
    public static let text =
        "x\u{1B}]2;PWNED\u{07}\u{9B}31m\u{202E}\u{200B}\u{2028}\u{85}\r\nerror: y\u{7F}\u{FEFF}"

    /// The same in quotes, with escapes: for JSON and YAML alike.
    public static let quoted = JSONValue.string(text).compactText

    /// One trick each.
    public static let all = [
        "\u{1b}]2;TITLE\u{7}", "\u{1b}[2J", "\u{1b}c", "\u{1b}P+q\u{1b}\\", "\u{7}", "\u{8}\u{8}", "\u{7f}",
        "a\u{0}b",
        "\r", "\u{9b}31m", "\u{9d}2;T\u{9c}", "\u{85}", "\u{202e}gpj.exe", "\u{2066}x\u{2069}", "\u{200f}",
        "\u{61c}",
        "\u{200b}", "\u{2060}", "\u{feff}", "\u{2028}", "error: a\nfake line: 1\u{1b}[0m",
    ]

    /// Whether a character steers a terminal, or hides in it. Of all controls, only line feeds are allowed in an output.
    public static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// The characters of an output that it must not hold, such as `U+1b`.
    public static func unsafe(in output: String) -> [String] {
        output.unicodeScalars.filter(isHostile).map { "U+" + String($0.value, radix: 16) }
    }
}
