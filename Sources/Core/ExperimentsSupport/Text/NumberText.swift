/// The spellings of a number: the decimal ones, without blanks, grouping, `inf`, `nan` or hexadecimal.
package enum NumberText {
    /// The whole number that `text` spells, or nil if it spells none that fits.
    package static func integer(_ text: String) -> Int? {
        guard text.utf8.first != UInt8(ascii: "+") else { return nil }
        return Int(text)
    }

    /// The finite number that `text` spells, or nil if it spells none.
    package static func double(_ text: String) -> Double? {
        guard let first = text.utf8.first, first != UInt8(ascii: "+"),
            text.utf8.allSatisfy(isNumeric), let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    /// A number as short as it can be: `3`, `0.5`.
    package static func text(of value: Double) -> String {
        if value == value.rounded(), abs(value) <= 0x1p53 { return String(Int64(value)) }
        return String(value)
    }

    /// Whether `text` spells a whole number, however large.
    package static func isWhole(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
    }

    /// The offset of the first byte that keeps `text` from being a number of this kind, if it is a single byte's fault.
    package static func firstFault(in text: String, wholeOnly: Bool) -> Int? {
        text.utf8.enumerated().first { offset, byte in
            if wholeOnly { return !byte.isASCIIDigit && !(offset == 0 && byte == UInt8(ascii: "-")) }
            return !isNumeric(byte)
        }?.offset
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: byte.isASCIIDigit
        }
    }
}
