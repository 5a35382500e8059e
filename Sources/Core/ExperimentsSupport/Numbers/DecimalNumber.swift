/// The exact value of a JSON number: digits and a power of ten. `1`, `1.0` and `10e-1` are equal, and numbers that differ
/// only in their twentieth digit are not, as they would be as `Double`.
package struct DecimalNumber: Hashable {
    private let isNegative: Bool
    private let digits: [UInt8]
    private let exponent: Int

    /// Reads a number as JSON spells it.
    package init(_ lexeme: String) {
        var digits: [UInt8] = []
        var exponent = 0
        var isNegative = false
        var isFraction = false
        var rest = Substring(lexeme).utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent += Self.power(Substring(rest))
                rest = rest[rest.endIndex...]
            default:
                if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
                if isFraction { exponent -= 1 }
            }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : exponent
    }

    /// Returns the exponent in `text`, limited to ±2^60: beyond that, no sequence of digits that fits into memory makes
    /// two numbers equal.
    private static func power(_ text: Substring) -> Int {
        let limit = 1 << 60
        guard let power = Int(text) else { return text.hasScalarPrefix("-") ? -limit : limit }
        return min(max(power, -limit), limit)
    }
}
