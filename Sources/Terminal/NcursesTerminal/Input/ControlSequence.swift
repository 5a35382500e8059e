#if os(macOS) || !canImport(Darwin)
import ExperimentsSupport
import TerminalUI

/// What follows `ESC [`.
struct ControlSequence {
    /// Everything before the final character.
    private(set) var parameters = ""

    /// Whether nothing has come yet.
    var isEmpty: Bool { parameters.isEmpty }

    /// Takes a character that can stand before the final one; false if it cannot.
    mutating func append(_ scalar: UInt32) -> Bool {
        guard (0x20..<0x40).contains(scalar) || scalar == 0x7f else { return false }
        // What is longer is nothing known, and is read to its end.
        if parameters.utf8.count < Self.limit { parameters.unicodeScalars.append(UnicodeScalar(UInt8(scalar))) }
        return true
    }

    /// The same after `ESC O`, where only numbers can stand before the final character.
    mutating func appendNumber(_ scalar: UInt32) -> Bool {
        guard (0x30...0x39).contains(scalar) || scalar == 0x3b else { return false }
        return append(scalar)
    }

    private static let limit = 64

    /// The numbers between semicolons, each with what follows it after colons: numbers that mean scalars at most, 0 where
    /// one is left out, -1 where it is none.
    private var fields: [[Int]] {
        let text = parameters.first == "<" ? parameters.dropFirst() : parameters[...]
        return text.split(scalar: ";", omittingEmptySubsequences: false).map { field in
            field.split(scalar: ":", omittingEmptySubsequences: false).map { part in
                if part.isEmpty { return 0 }
                guard let number = Int(part), (0...0x10ffff).contains(number) else { return -1 }
                return number
            }
        }
    }

    /// The modifiers that the last number says.
    var lastModifiers: KeyModifiers { Self.modifiers(fields.last?.first) }

    func event(final: UInt32) -> InputEvent? {
        guard parameters.utf8.count < Self.limit else { return nil }
        let fields = fields
        let numbers = fields.map { $0.first ?? 0 }
        if parameters.first == "<" {
            return MouseReport.event(numbers: numbers, isPress: final == 0x4d).map(InputEvent.mouse)
        }
        // Sequences with `?`, `>` or `=` are answers to questions that were not asked.
        guard parameters.utf8.first.map({ $0 < 0x3c }) ?? true else { return nil }
        let modifiers = numbers.dropFirst().first
        // After the modifiers and a colon: whether the key was pressed (1), repeated (2) or released (3).
        if let second = fields.dropFirst().first, second.count > 1, second[1] == 3 { return nil }
        switch final {
        case 0x49: return .focus(true)
        case 0x4f: return .focus(false)
        case 0x75: return UnicodeKey.press(fields.first ?? [], modifiers: modifiers, reportsSuper: true)
        case 0x7e where numbers.first == 27:
            return UnicodeKey.press(fields.dropFirst(2).first ?? [], modifiers: modifiers, reportsSuper: false)
        case 0x7e: return press(Self.numbered[numbers.first ?? 0], modifiers: modifiers)
        case _ where numbers.first ?? 0 > 1: return nil
        default: return press(Self.lettered[final], modifiers: modifiers)
        }
    }

    private func press(_ key: Key?, modifiers: Int?) -> InputEvent? {
        key.map { .key(KeyPress($0, modifiers: Self.modifiers(modifiers))) }
    }

    static func modifiers(_ number: Int?) -> KeyModifiers {
        // One more than the bits, of which there are eight.
        guard let number, (1...256).contains(number) else { return [] }
        let bits = number - 1
        var modifiers: KeyModifiers = []
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 2 != 0 || bits & 8 != 0 || bits & 32 != 0 { modifiers.insert(.alt) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    private static let lettered: [UInt32: Key] = [
        0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home, 0x5a: .backTab,
        0x50: .function(1), 0x51: .function(2), 0x52: .function(3), 0x53: .function(4),
    ]

    private static let numbered: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14), 28: .function(15),
        29: .function(16), 31: .function(17), 32: .function(18), 33: .function(19), 34: .function(20),
    ]
}
#endif
