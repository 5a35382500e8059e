#if os(macOS) || !canImport(Darwin)
import ExperimentsSupport
import ExperimentsTerminalUI

/// A string that a terminal sends from an introducer, such as `ESC ]`, to its end, `ESC \` in most cases: the color of
/// its background, its name and version.
struct ControlString {
    /// The result of taking a scalar.
    enum Progress {
        /// The string continues.
        case open
        /// The string is complete.
        case closed
        /// The scalar does not belong to the string. `afterEscape` tells whether an escape came right before it.
        case brokenOff(afterEscape: Bool)
    }

    /// The character after the escape.
    let introducer: UnicodeScalar
    /// The length of the longest expected answer. A longer one is read to its end and ignored.
    private static let limit = 64
    private var text = ""
    private var sawEscape = false

    /// - Parameter scalar: the scalar after the escape.
    /// - Returns: nil if it does not introduce a string.
    init?(introducer scalar: UInt32) {
        // DCS, SOS, OSC, PM and APC.
        guard [0x50, 0x58, 0x5d, 0x5e, 0x5f].contains(scalar), let introducer = UnicodeScalar(scalar) else {
            return nil
        }
        self.introducer = introducer
    }

    /// Whether nothing has been read yet.
    var isEmpty: Bool { text.isEmpty && !sawEscape }

    private var isCommand: Bool { introducer == "]" }

    /// Takes the next scalar.
    mutating func take(_ value: UInt32) -> Progress {
        if sawEscape {
            if value == 0x1b { return .open }
            return value == 0x5c ? .closed : .brokenOff(afterEscape: true)
        }
        switch value {
        case 0x07 where isCommand: return .closed
        // CAN and SUB end every string, and so does 8-bit ST.
        case 0x18, 0x1a, 0x9c: return .closed
        // Ctrl-c is always a key, so that the user can get out if the end never arrives.
        case 0x03: return .brokenOff(afterEscape: false)
        case 0x1b: sawEscape = true
        default:
            if text.utf8.count < Self.limit, let scalar = UnicodeScalar(value) {
                text.unicodeScalars.append(scalar)
            }
        }
        return .open
    }

    /// The color in `11;rgb:1e1e/1e1e/1e1e`, with one to four digits for each part; nil for anything else.
    var background: Color? {
        guard isCommand, text.hasPrefix("11;rgb") else { return nil }
        let parts = text.drop { $0 != ":" }.dropFirst().split(scalar: "/").prefix(3).map(Self.part)
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
            return nil
        }
        return .rgb(red, green, blue)
    }

    private static func part(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.count), let value = UInt32(digits, radix: 16) else { return nil }
        return UInt8(value * 255 / ((1 << (4 * UInt32(digits.count))) - 1))
    }
}
#endif
