#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// What follows `ESC [`.
struct ControlSequence {
    /// Everything before the final character.
    private(set) var parameters = ""

    init(parameters: String = "") { self.parameters = parameters }

    /// Takes a character that can stand before the final one; false if it cannot.
    mutating func append(_ scalar: UInt32) -> Bool {
        guard (0x20..<0x40).contains(scalar), parameters.utf8.count < 64 else { return false }
        parameters.unicodeScalars.append(UnicodeScalar(UInt8(scalar)))
        return true
    }

    /// The numbers between semicolons, which mean scalars at most; 0 where one is left out, -1 where it is none. Parts
    /// after a colon do not count.
    var numbers: [Int] {
        let text = parameters.first == "<" ? parameters.dropFirst() : parameters[...]
        return text.split(separator: ";", omittingEmptySubsequences: false).map { part in
            if part.isEmpty { return 0 }
            guard let number = Int(part.prefix { $0 != ":" }), (0...0x10ffff).contains(number) else { return -1 }
            return number
        }
    }

    func event(final: UInt32) -> InputEvent? {
        let numbers = numbers
        if parameters.first == "<" {
            return MouseReport.event(numbers: numbers, isPress: final == 0x4d).map(InputEvent.mouse)
        }
        // Sequences with `?`, `>` or `=` are answers to questions that were not asked.
        guard parameters.utf8.first.map({ $0 < 0x3c }) ?? true else { return nil }
        switch final {
        case 0x49: return .focus(true)
        case 0x4f: return .focus(false)
        case 0x75: return Self.press(code: numbers.first, modifiers: numbers.dropFirst().first)
        case 0x7e where numbers.first == 27:
            return Self.press(code: numbers.dropFirst(2).first, modifiers: numbers.dropFirst().first)
        case 0x7e: return press(Self.numbered[numbers.first ?? 0], modifiers: numbers.dropFirst().first)
        case _ where numbers.first ?? 0 > 1: return nil
        default: return press(Self.lettered[final], modifiers: numbers.dropFirst().first)
        }
    }

    private func press(_ key: Key?, modifiers: Int?) -> InputEvent? {
        key.map { .key(KeyPress($0, modifiers: Self.modifiers(modifiers))) }
    }

    /// A key named by its Unicode scalar, as some terminals send keys that have no sequence of their own.
    private static func press(code: Int?, modifiers: Int?) -> InputEvent? {
        guard let code, let value = UInt32(exactly: code), let scalar = UnicodeScalar(value) else { return nil }
        let key: Key
        switch value {
        case 9: key = .tab
        case 13: key = .enter
        case 27: key = .escape
        case 8, 127: key = .backspace
        case 0x20..<0x7f, 0xa0..<0xe000, 0xf900...: key = .character(Character(scalar))
        default: return nil
        }
        return .key(KeyPress(key, modifiers: Self.modifiers(modifiers)))
    }

    private static func modifiers(_ number: Int?) -> KeyModifiers {
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
