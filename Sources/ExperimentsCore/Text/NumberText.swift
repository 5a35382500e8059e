/// The spellings of a number: the decimal ones, without blanks, grouping, `inf`, `nan` or hexadecimal.
public enum NumberText {
    /// The whole number that `text` spells, or nil if it spells none that fits.
    public static func integer(_ text: String) -> Int? {
        guard text.utf8.first != UInt8(ascii: "+") else { return nil }
        return Int(text)
    }

    /// The finite number that `text` spells, or nil if it spells none.
    public static func double(_ text: String) -> Double? {
        guard let first = text.utf8.first, first != UInt8(ascii: "+"),
            text.utf8.allSatisfy(isNumeric), let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    /// A number as short as it can be: `3`, `0.5`.
    public static func text(of value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return String(value)
    }

    /// The offset of the first byte that no number has, if there is one.
    static func firstNonDigit(of text: String) -> Int? {
        text.utf8.enumerated().first { !isNumeric($0.element) }?.offset
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
