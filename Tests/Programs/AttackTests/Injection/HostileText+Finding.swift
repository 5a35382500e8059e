import Foundation
import TestSupport

/// Texts that do something to a terminal, or to who reads them, where they are printed as they are.
enum HostileText {
    /// Some of them, of which none may reach a terminal.
    static let all = [
        "\u{1b}]2;TITLE\u{7}", "\u{1b}[2J", "\u{1b}c", "\u{1b}P+q\u{1b}\\", "\u{7}", "\u{8}\u{8}", "\u{7f}", "a\u{0}b",
        "\r", "\u{9b}31m", "\u{9d}2;T\u{9c}", "\u{85}", "\u{202e}gpj.exe", "\u{2066}x\u{2069}", "\u{200f}", "\u{61c}",
        "\u{200b}", "\u{2060}", "\u{feff}", "\u{2028}", "error: a\nfake line: 1\u{1b}[0m",
    ]

    /// What makes a text hostile, where it is found.
    private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: false
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// What in an output could do something to a terminal, with what stands around it; nil where there is nothing.
    static func raw(in output: Data) -> String? {
        let text = String(decoding: output, as: UTF8.self)
        let scalars = text.unicodeScalars
        guard let place = scalars.firstIndex(where: isHostile) else {
            return Data(text.utf8) == output ? nil : "bytes that are not UTF-8: \(quoted(output))"
        }
        let start = scalars.index(place, offsetBy: -60, limitedBy: scalars.startIndex) ?? scalars.startIndex
        let code = String(scalars[place].value, radix: 16, uppercase: true)
        return "U+\(code) in " + quoted(Array(String(scalars[start...].prefix(120)).utf8))
    }
}
