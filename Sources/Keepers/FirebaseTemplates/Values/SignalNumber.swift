import ExperimentsCore

/// The numbers that a custom signal or its target can contain.
///
/// They are read by a separate rule: unlike in JavaScript, an empty text is not a number, and neither are `0x10` and
/// `0b1`.
enum SignalNumber {
    /// Returns the number in `text`, ignoring surrounding white space: decimal, or `Infinity`. Nil for any other text.
    static func value(of text: String) -> Double? {
        let text = ByteText.trimmed(text)
        var digits = text[...]
        if let sign = digits.utf8.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            digits = digits.dropFirst()
        }
        if digits == "Infinity" { return text.utf8.first == UInt8(ascii: "-") ? -.infinity : .infinity }
        guard let first = digits.utf8.first, first == UInt8(ascii: ".") || first.isASCIIDigit,
            digits.utf8.allSatisfy(isNumeric)
        else { return nil }
        return Double(text.hasScalarPrefix("+") ? String(digits) : text)
    }

    /// Returns a JSON number in the form that JavaScript writes: `1.0` is `1`. Unlike in JavaScript, a number without a
    /// decimal point keeps all its digits.
    static func text(of lexeme: String) -> String {
        if lexeme.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: "-") }) {
            return lexeme == "-0" ? "0" : lexeme
        }
        return Double(lexeme).map(JavaScriptNumber.text(of:)) ?? lexeme
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: byte.isASCIIDigit
        }
    }
}
