#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// A key named by a Unicode scalar, as terminals send keys that have no sequence of their own (`ESC [ 97 ; 5 u`).
enum UnicodeKey {
    /// - Parameters:
    ///   - codes: the scalar of the key, and that of the key with shift, where the terminal sends it.
    ///   - modifiers: one more than the bits of the modifiers.
    ///   - reportsSuper: whether the fourth bit means super, as in the protocol of kitty, and not meta, as in xterm.
    static func press(_ codes: [Int], modifiers number: Int?, reportsSuper: Bool) -> InputEvent? {
        // Super and hyper belong to the desktop.
        if reportsSuper, let number, number > 0, (number - 1) & 0b11000 != 0 { return nil }
        var modifiers = ControlSequence.modifiers(number)
        var codes = codes[...]
        if modifiers.contains(.shift), codes.count > 1, codes[1] > 0 {
            codes = codes.dropFirst()
            modifiers.remove(.shift)
        }
        guard let code = codes.first, let value = UInt32(exactly: code), let key = key(value) else { return nil }
        return .key(KeyPress(key, modifiers: modifiers))
    }

    private static func key(_ value: UInt32) -> Key? {
        switch value {
        case 9: return .tab
        case 13: return .enter
        case 27: return .escape
        case 8, 127: return .backspace
        case 57_376...57_398: return .function(Int(value) - 57_376 + 13)
        case 57_399..<57_399 + UInt32(keypad.count): return keypad[Int(value - 57_399)]
        case 0x20..<0x7f, 0xa0..<0xe000, 0xf900...: return UnicodeScalar(value).map { .character(Character($0)) }
        default: return nil
        }
    }

    /// From 57399 on, in the private use area.
    private static let keypad: [Key] =
        "0123456789./*-+".map(Key.character) + [.enter, .character("="), .character(",")]
        + [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
}
#endif
