import Foundation
import TestSupport

/// Something that happens to a terminal.
enum TerminalEvent: CustomStringConvertible {
    case keys([UInt8])
    case size(columns: Int, rows: Int)
    case signal(Int32)

    var description: String {
        switch self {
        case .keys(let bytes): "keys " + quoted(bytes)
        case .size(let columns, let rows): "size \(columns)x\(rows)"
        case .signal(let number): "signal \(number)"
        }
    }

    private static let words = [
        "\r", "\u{1b}", "\t", " ", "j", "k", "G", "g", "/", ":", "f", "o", "e", "u", "s", "v", "V", "m", "M",
        "P", "d",
        "y",
        "?", "!", "L", "=", "b", "i", "t", "z", "Z", "(", ")", "[", "]", "1", "2", "3", "4", "5", "6", "n",
        "N", "U",
        "\u{19}",
        "\u{b}", "\u{17}", "\u{15}", "\u{1}", "\u{5}", "\u{7f}", "\u{f}", "\u{4}", "\u{1b}[A", "\u{1b}[B",
        "\u{1b}OC",
        "\u{1b}[D", "\u{1b}[5~", "\u{1b}[6~", "\u{1b}[H", "\u{1b}[3~", "\u{1b}\u{7f}", "\u{1b}b", "\u{1b}[I",
        "\u{1b}[O",
        "é", "日本", "👨‍👩‍👧", "\u{301}", "\u{202e}", "key:/(", "type:bool ", "2h", "next fetch", "\u{1b}[200~",
        "\u{1b}[201~",
        "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\", "\u{1b}P", "\u{1b}[<0;5;5M", "\u{1b}[<64;1;1M", "\u{1b}[M !!",
    ]

    private static let numbers = [
        "", "0", "1", "5", "-1", "65536", "2147483648", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "99999999999999999999999", "+1", "1:2:3", "0x1",
    ]

    /// A random one; rarely what takes long.
    static func random(_ random: inout SeededGenerator) -> TerminalEvent {
        switch random.below(20) {
        case 0: .size(columns: random.below(300), rows: random.below(100))
        case 1: .size(columns: random.below(5), rows: random.below(5))
        case 2: .signal(random.one(of: [SIGWINCH, SIGCONT, SIGPIPE, SIGCHLD, SIGURG]))
        case 3: .keys(paste(&random))
        case 4..<8: .keys(sequence(&random))
        case 8, 9: .keys((0..<1 + random.below(30)).map { _ in UInt8(random.below(256)) })
        default: .keys((0..<1 + random.below(12)).flatMap { _ in Array(random.one(of: words).utf8) })
        }
    }

    /// A control sequence with extreme parameters.
    private static func sequence(_ random: inout SeededGenerator) -> [UInt8] {
        let start = random.one(of: [
            "\u{1b}[", "\u{1b}[?", "\u{1b}[<", "\u{1b}[>", "\u{1b}O", "\u{9b}", "\u{1b}\u{1b}[",
        ])
        let parameters = (0..<random.below(5)).map { _ in random.one(of: numbers) }.joined(separator: ";")
        let end = random.one(of: [
            "A", "B", "F", "H", "u", "~", "M", "m", "R", "c", "t", "I", "Z", "P", "y", "n",
        ])
        return Array((start + parameters + end).utf8)
    }

    /// Something pasted, whose end may be missing.
    private static func paste(_ random: inout SeededGenerator) -> [UInt8] {
        let piece = random.one(of: ["x", "日", "a b ", "\r\n", "\u{1b}", "\u{0}", "{\"a\": [", "key:x | "])
        let count = random.happens(onceIn: 8) ? 20_000 : 300
        let end = random.happens(onceIn: 8) ? "" : "\u{1b}[201~"
        return Array(("\u{1b}[200~" + String(repeating: piece, count: random.below(count)) + end).utf8)
    }
}
