/// How JavaScript writes and reads numbers.
package enum JavaScriptNumber {
    /// Returns the shortest digits that are read as the same number; with an exponent from 1e21 on and below 1e-6.
    package static func text(of value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        if value == 0 { return "0" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        let (digits, point) = decimal(abs(value))
        let sign = value < 0 ? "-" : ""
        switch point {
        case digits.count...21: return sign + digits + String(repeating: "0", count: point - digits.count)
        case 1..<22: return sign + digits.prefix(point) + "." + digits.dropFirst(point)
        case -5...0: return sign + "0." + String(repeating: "0", count: -point) + digits
        default:
            let exponent = point - 1
            let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
            return sign + digits.prefix(1) + fraction + "e" + (exponent < 0 ? "-" : "+")
                + String(abs(exponent))
        }
    }

    /// Returns the shortest digits of a number, and how many of them are before its point.
    private static func decimal(_ value: Double) -> (digits: String, point: Int) {
        let text = String(value)
        let parts = text.split(scalar: "e", maxSplits: 1)
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let mantissa = parts[0].split(scalar: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        let all = mantissa[0] + fraction
        let leading = all.prefix { $0 == "0" }.count
        var digits = String(all.dropFirst(leading))
        while digits.last == "0" { digits.removeLast() }
        return (digits, mantissa[0].count - leading + exponent)
    }

    /// Returns the number that a string spells; NaN if it is not a number. Blanks around it do not count, and an empty
    /// text is 0.
    package static func value(of text: String) -> Double {
        let scalars = trimmed(text)
        guard let first = scalars.first else { return 0 }
        if first == "0", scalars.count > 2,
            let radix = radix(scalars[scalars.index(after: scalars.startIndex)])
        {
            return whole(scalars.dropFirst(2), radix: radix) ?? .nan
        }
        let isSigned = first == "+" || first == "-"
        if String(Substring(isSigned ? scalars.dropFirst() : scalars)) == "Infinity" {
            return first == "-" ? -.infinity : .infinity
        }
        guard isDecimal(isSigned ? scalars.dropFirst() : scalars) else { return .nan }
        return Double(String(Substring(scalars))) ?? .nan
    }

    /// Returns the number that `parseInt` reads at the beginning of a string; nil if there is no digit.
    package static func leadingInteger(of text: some StringProtocol) -> Double? {
        var scalars = Substring(text).unicodeScalars.drop(while: isBlank)
        let isNegative = scalars.first == "-"
        if isNegative || scalars.first == "+" { scalars = scalars.dropFirst() }
        var base = 10.0
        if scalars.first == "0", let second = scalars.dropFirst().first, second == "x" || second == "X" {
            base = 16
            scalars = scalars.dropFirst(2)
        }
        var result: Double?
        for scalar in scalars {
            guard let digit = Character(scalar).hexDigitValue, scalar.isASCII, Double(digit) < base else {
                break
            }
            result = (result ?? 0) * base + Double(digit)
        }
        return result.map { isNegative ? -$0 : $0 }
    }

    private static func radix(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "x", "X": 16
        case "o", "O": 8
        case "b", "B": 2
        default: nil
        }
    }

    private static func whole(_ scalars: Substring.UnicodeScalarView, radix: Int) -> Double? {
        var result = 0.0
        for scalar in scalars {
            guard scalar.isASCII, let digit = Character(scalar).hexDigitValue, digit < radix else {
                return nil
            }
            result = result * Double(radix) + Double(digit)
        }
        return result
    }

    /// Digits with at most one point, and an exponent; at least one digit before it.
    private static func isDecimal(_ scalars: Substring.UnicodeScalarView) -> Bool {
        var rest = scalars
        let whole = rest.prefix(while: isDigit).count
        rest = rest.dropFirst(whole)
        var fraction = 0
        if rest.first == "." {
            rest = rest.dropFirst()
            fraction = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(fraction)
        }
        guard whole + fraction > 0 else { return false }
        guard rest.first == "e" || rest.first == "E" else { return rest.isEmpty }
        rest = rest.dropFirst()
        if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
        return !rest.isEmpty && rest.allSatisfy(isDigit)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func trimmed(_ text: String) -> Substring.UnicodeScalarView {
        var scalars = Substring(text).unicodeScalars.drop(while: isBlank)
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return scalars
    }

    /// Whether JavaScript treats a character as white space or as the end of a line.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0d, 0x20, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
            true
        default: false
        }
    }
}
