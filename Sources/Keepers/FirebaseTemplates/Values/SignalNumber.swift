/// The numbers that a custom signal or its target can spell.
enum SignalNumber {
    /// The number that `text` spells, white space around it aside: decimal, or `Infinity`. Nil for anything else.
    static func value(of text: String) -> Double? {
        let text = ByteText.trimmed(text)
        var digits = text[...]
        if let sign = digits.utf8.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            digits = digits.dropFirst()
        }
        if digits == "Infinity" { return text.utf8.first == UInt8(ascii: "-") ? -.infinity : .infinity }
        guard let first = digits.utf8.first, first == UInt8(ascii: ".") || isDigit(first),
            digits.utf8.allSatisfy(isNumeric)
        else { return nil }
        return Double(text.hasPrefix("+") ? String(digits) : text)
    }

    /// A number of JSON as JavaScript writes it: `1.0` is `1`, whole numbers keep all their digits.
    static func text(of lexeme: String) -> String {
        if lexeme.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "-") }) {
            return lexeme == "-0" ? "0" : lexeme
        }
        guard let value = Double(lexeme) else { return lexeme }
        guard value.isFinite else { return value < 0 ? "-Infinity" : "Infinity" }
        if value == value.rounded(), abs(value) < 9.2e18 { return String(Int64(value)) }
        // From here to 1e21 every digit is written out.
        if value == value.rounded(), abs(value) < 1e21 { return wholeText(of: value) }
        return shortened("\(value)", value)
    }

    private static func wholeText(of value: Double) -> String {
        let parts = "\(abs(value))".split(separator: "e")
        let digits = parts[0].filter { $0 != "." }
        guard parts.count == 2, let exponent = Int(parts[1]) else { return "\(value)" }
        // `1.5e+19` has one digit before the point, and as many zeros as are missing.
        let trimmed = digits.hasSuffix("0") && digits.count == 2 ? String(digits.prefix(1)) : String(digits)
        let text = trimmed + String(repeating: "0", count: max(0, exponent + 1 - trimmed.count))
        return (value < 0 ? "-" : "") + text
    }

    /// Swift's shortest text in JavaScript's spelling: `1e-07` is `1e-7`, `1e-05` is `0.00001`, `1.0e+21` is `1e+21`.
    private static func shortened(_ text: String, _ value: Double) -> String {
        let parts = text.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
        var digits = String(parts[0])
        if digits.hasSuffix(".0") { digits.removeLast(2) }
        if exponent < 0, exponent >= -7, abs(value) >= 1e-6 {
            let sign = digits.hasPrefix("-") ? "-" : ""
            let plain = digits.filter { $0 != "." && $0 != "-" }
            return sign + "0." + String(repeating: "0", count: -exponent - 1) + plain
        }
        return digits + "e" + (exponent < 0 ? "" : "+") + String(exponent)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: isDigit(byte)
        }
    }
}
