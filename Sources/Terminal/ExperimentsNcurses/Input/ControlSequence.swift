#if os(macOS) || !canImport(Darwin)
import ExperimentsSupport
import ExperimentsTerminalUI

/// The part of a control sequence after `ESC [`.
struct ControlSequence {
    /// Everything before the final character.
    private(set) var parameters = ""

    /// Whether nothing has been read yet.
    var isEmpty: Bool { parameters.isEmpty }

    /// Appends a character that can precede the final one; returns false if it cannot.
    mutating func append(_ scalar: UInt32) -> Bool {
        guard (0x20..<0x40).contains(scalar) || scalar == 0x7f else { return false }
        // A longer sequence is unknown, so the rest is read and dropped.
        if parameters.utf8.count < Self.limit {
            parameters.unicodeScalars.append(UnicodeScalar(UInt8(scalar)))
        }
        return true
    }

    /// Appends a character after `ESC O`, which allows only digits before the final character.
    mutating func appendNumber(_ scalar: UInt32) -> Bool {
        guard (0x30...0x39).contains(scalar) || scalar == 0x3b else { return false }
        return append(scalar)
    }

    private static let limit = 64

    /// The numbers between semicolons, each followed by its colon-separated numbers. They are limited to the range of
    /// scalars; a missing number is 0, and anything that is not a number is -1.
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

    /// The modifiers in the last number.
    var lastModifiers: KeyModifiers { Self.modifiers(fields.last?.first) }

    func event(final: UInt32) -> InputEvent? {
        guard parameters.utf8.count < Self.limit else { return nil }
        let fields = fields
        let numbers = fields.map { $0.first ?? 0 }
        if parameters.first == "<" {
            return MouseEvent(numbers: numbers, isPress: final == 0x4d).map(InputEvent.mouse)
        }
        // Sequences with `?`, `>` or `=` are answers to questions that were not asked.
        guard parameters.utf8.first.map({ $0 < 0x3c }) ?? true else { return nil }
        let modifiers = numbers.dropFirst().first
        // A colon after the modifiers says whether the key was pressed (1), repeated (2) or released (3).
        if let second = fields.dropFirst().first, second.count > 1, second[1] == 3 { return nil }
        switch final {
        case 0x49: return .focus(true)
        case 0x4f: return .focus(false)
        case 0x75:
            return KeyPress(codes: fields.first ?? [], modifiers: modifiers, reportsSuper: true).map(
                InputEvent.key)
        case 0x7e where numbers.first == 27:
            let codes = fields.dropFirst(2).first ?? []
            return KeyPress(codes: codes, modifiers: modifiers, reportsSuper: false).map(InputEvent.key)
        case 0x7e: return press(Self.numbered[numbers.first ?? 0], modifiers: modifiers)
        case _ where numbers.first ?? 0 > 1: return nil
        default: return press(Self.lettered[final], modifiers: modifiers)
        }
    }

    private func press(_ key: Key?, modifiers: Int?) -> InputEvent? {
        key.map { .key(KeyPress($0, modifiers: Self.modifiers(modifiers))) }
    }

    static func modifiers(_ number: Int?) -> KeyModifiers {
        // The number is one more than the eight bits.
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
#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

extension KeyPress {
    /// A key named by a Unicode scalar, as terminals send keys that have no sequence of their own (`ESC [ 97 ; 5 u`).
    ///
    /// - Parameters:
    ///   - codes: the scalar of the key, and that of the key with shift, if the terminal sends it.
    ///   - modifiers: one more than the bits of the modifiers.
    ///   - reportsSuper: whether the fourth bit means super, as in the protocol of kitty, and not meta, as in xterm.
    init?(codes: [Int], modifiers number: Int?, reportsSuper: Bool) {
        // Super and hyper belong to the desktop.
        if reportsSuper, let number, number > 0, (number - 1) & 0b11000 != 0 { return nil }
        var modifiers = ControlSequence.modifiers(number)
        var codes = codes[...]
        if modifiers.contains(.shift), codes.count > 1, codes[1] > 0 {
            codes = codes.dropFirst()
            modifiers.remove(.shift)
        }
        guard let code = codes.first, let value = UInt32(exactly: code), let key = Self.key(value) else {
            return nil
        }
        self.init(key, modifiers: modifiers)
    }

    private static func key(_ value: UInt32) -> Key? {
        switch value {
        case 9: return .tab
        case 13: return .enter
        case 27: return .escape
        case 8, 127: return .backspace
        case 57_376...57_398: return .function(Int(value) - 57_376 + 13)
        case 57_399..<57_399 + UInt32(keypad.count): return keypad[Int(value - 57_399)]
        case 0x20..<0x7f, 0xa0..<0xe000, 0xf900...:
            return UnicodeScalar(value).map { .character(Character($0)) }
        default: return nil
        }
    }

    /// From 57399 on, in the private use area.
    private static let keypad: [Key] =
        "0123456789./*-+".map(Key.character) + [.enter, .character("="), .character(",")]
        + [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
}
#endif
#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

// How terminals report mouse events.
extension MouseEvent {
    /// Reads the form without a limit to its coordinates: button and modifiers, column, row, counted from 1.
    init?(numbers: [Int], isPress: Bool) {
        guard numbers.count == 3, Self.places.contains(numbers[1]), Self.places.contains(numbers[2]) else {
            return nil
        }
        self.init(
            code: numbers[0], isPress: isPress, at: CellPoint(column: numbers[1] - 1, row: numbers[2] - 1))
    }

    /// The valid rows and columns. No screen is larger.
    private static let places = 1...65_536

    /// Reads the old form: the same three numbers as characters, each 32 higher. A release does not name its button.
    init?(old report: [UInt32]) {
        guard report.count == 3, report.allSatisfy({ $0 >= 0x20 }), report[1] > 0x20, report[2] > 0x20 else {
            return nil
        }
        let code = Int(report[0]) - 32
        self.init(
            code: code, isPress: code & 0x43 != 3,
            at: CellPoint(column: Int(report[1]) - 33, row: Int(report[2]) - 33))
    }

    private init?(code: Int, isPress: Bool, at point: CellPoint) {
        // Movement is not requested, and buttons beyond the wheel have no meaning here.
        guard (0..<128).contains(code), code & 32 == 0 else { return nil }
        var modifiers: KeyModifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        if code & 64 != 0 {
            let kinds: [MouseEvent.Kind] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
            guard isPress else { return nil }
            self.init(kinds[code & 3], at: point, modifiers: modifiers)
            return
        }
        let button = code & 3 == 3 ? 0 : code & 3 + 1
        self.init(isPress ? .press : .release, button: button, at: point, modifiers: modifiers)
    }
}
#endif
