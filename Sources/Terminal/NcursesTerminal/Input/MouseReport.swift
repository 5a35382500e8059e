#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// How terminals write mouse events.
enum MouseReport {
    /// The form that has no limit to its coordinates: button and modifiers, column, row, counted from 1.
    static func event(numbers: [Int], isPress: Bool) -> MouseEvent? {
        guard numbers.count == 3, places.contains(numbers[1]), places.contains(numbers[2]) else { return nil }
        return event(
            code: numbers[0], isPress: isPress, at: CellPoint(column: numbers[1] - 1, row: numbers[2] - 1))
    }

    /// No screen is larger, as far as a terminal can tell its size.
    private static let places = 1...65_536

    /// The old form: the same three as characters, 32 more each; a release does not say of which button.
    static func event(old report: [UInt32]) -> MouseEvent? {
        guard report.count == 3, report.allSatisfy({ $0 >= 0x20 }), report[1] > 0x20, report[2] > 0x20 else {
            return nil
        }
        let code = Int(report[0]) - 32
        return event(
            code: code, isPress: code & 0x43 != 3, at: CellPoint(column: Int(report[1]) - 33, row: Int(report[2]) - 33))
    }

    private static func event(code: Int, isPress: Bool, at point: CellPoint) -> MouseEvent? {
        // Movement is not asked for, and buttons beyond the wheel mean nothing here.
        guard (0..<128).contains(code), code & 32 == 0 else { return nil }
        var modifiers: KeyModifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        if code & 64 != 0 {
            let kinds: [MouseEvent.Kind] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
            return isPress ? MouseEvent(kinds[code & 3], at: point, modifiers: modifiers) : nil
        }
        let button = code & 3 == 3 ? 0 : code & 3 + 1
        return MouseEvent(isPress ? .press : .release, button: button, at: point, modifiers: modifiers)
    }
}
#endif
