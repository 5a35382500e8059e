import ExperimentsCore

/// The numbers that a custom signal or its target can spell.
///
/// They are read by a rule of their own: unlike JavaScript, an empty text is no number, and neither are `0x10` and `0b1`.
enum SignalNumber {
    /// The number that `text` spells, white space around it aside: decimal, or `Infinity`. Nil for anything else.
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

    /// A number of JSON as JavaScript writes it: `1.0` is `1`. Unlike there, a number that is written
    /// without a point keeps all its digits, however many it has.
    static func text(of lexeme: String) -> String {
        if lexeme.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: "-") }) {
            return lexeme == "-0" ? "0" : lexeme
        }
        return Double(lexeme).map(JavaScriptNumber.text(of:)) ?? lexeme
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: byte.isASCIIDigit
        }
    }
}
