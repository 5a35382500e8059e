#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// A message from the terminal between `ESC ]` and BEL or `ESC \`, such as the colour of its background.
struct SystemCommand {
    /// No answer that is asked for is longer. What is, is read to its end and forgotten.
    private static let limit = 64
    private var text = ""
    private var sawEscape = false

    /// Whether nothing of it came yet.
    var isEmpty: Bool { text.isEmpty && !sawEscape }

    /// Takes the next scalar; true if it ends the command.
    mutating func append(_ value: UInt32) -> Bool {
        switch value {
        case 0x07, 0x9c: return true
        case 0x1b: sawEscape = true
        default:
            if sawEscape { return true }
            if text.utf8.count < Self.limit, let scalar = UnicodeScalar(value) { text.unicodeScalars.append(scalar) }
        }
        return false
    }

    /// The colour in `11;rgb:1e1e/1e1e/1e1e`, with one to four digits for each part; nil for anything else.
    var background: Color? {
        guard text.hasPrefix("11;rgb") else { return nil }
        let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3).map(Self.part)
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
        return .rgb(red, green, blue)
    }

    private static func part(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.count), let value = UInt32(digits, radix: 16) else { return nil }
        return UInt8(value * 255 / ((1 << (4 * UInt32(digits.count))) - 1))
    }
}
#endif
