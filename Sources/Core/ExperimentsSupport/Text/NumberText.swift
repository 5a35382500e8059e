/// The spellings of a number: the decimal ones, without spaces, grouping, `inf`, `nan` or hexadecimal.
package enum NumberText {
    /// Returns the whole number in `text`; nil if it contains none that fits.
    package static func integer(_ text: String) -> Int? {
        guard text.utf8.first != UInt8(ascii: "+") else { return nil }
        return Int(text)
    }

    /// Returns the finite number in `text`; nil if it contains none.
    package static func double(_ text: String) -> Double? {
        guard let first = text.utf8.first, first != UInt8(ascii: "+"),
            text.utf8.allSatisfy(isNumeric), let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    /// Returns the shortest text for a number: `3`, `0.5`.
    package static func text(of value: Double) -> String {
        if value == value.rounded(), abs(value) <= 0x1p53 { return String(Int64(value)) }
        return String(value)
    }

    /// Whether `text` spells a whole number, however large.
    package static func isWhole(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
    }

    /// Returns the offset of the first byte that does not belong in a number of this kind, if a single byte is at
    /// fault.
    package static func firstFault(in text: String, wholeOnly: Bool) -> Int? {
        text.utf8.enumerated().first { offset, byte in
            if wholeOnly { return !byte.isASCIIDigit && !(offset == 0 && byte == UInt8(ascii: "-")) }
            return !isNumeric(byte)
        }?.offset
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: byte.isASCIIDigit
        }
    }
}

// Numbers of documents that contain both numbers and texts. There, 7.0 is 7, and YAML has further spellings.
extension NumberText {
    /// Returns a number of the core schema of YAML 1.2 in the syntax of JSON: `31` for `0x1F`, `0.5` for `.5`, `12` for
    /// `012`. Nil for a string that is not a number, and for values that JSON does not have, such as `.inf`.
    package static func json(ofYAML text: String) -> String? {
        guard let first = text.utf8.first, first.isASCIIDigit || isSign(first) || first == UInt8(ascii: ".")
        else {
            return nil
        }
        if text.utf8.starts(with: "0x".utf8) { return natural(text.utf8.dropFirst(2), radix: 16) }
        if text.utf8.starts(with: "0o".utf8) { return natural(text.utf8.dropFirst(2), radix: 8) }
        guard let parts = Parts(text.utf8[...]) else { return nil }
        let integer = parts.integer.drop { $0 == UInt8(ascii: "0") }
        return (parts.isNegative ? "-" : "") + (integer.isEmpty ? "0" : Self.text(integer))
            + (parts.fraction.map { "." + ($0.isEmpty ? "0" : Self.text($0)) } ?? "")
            + Self.text(parts.exponent)
    }

    /// Returns a JSON number without a fraction as digits only: `7` for `7.0`, `1000` for `1e3`. Nil if it has a
    /// fraction, or if it is larger than any whole number that an app can use.
    package static func whole(_ json: String) -> String? {
        guard let parts = Parts(json.utf8[...]), let power = parts.power else { return nil }
        let fraction = parts.fraction ?? json.utf8.suffix(0)
        var digits = Array(parts.integer) + Array(fraction)
        let zeros = power - fraction.count
        if zeros >= 0 {
            digits += Array(repeating: UInt8(ascii: "0"), count: zeros)
        } else {
            guard digits.suffix(-zeros).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
            digits = digits.dropLast(-zeros)
        }
        let shown = digits.drop { $0 == UInt8(ascii: "0") }
        return shown.isEmpty ? "0" : (parts.isNegative ? "-" : "") + String(decoding: shown, as: UTF8.self)
    }

    private static func natural(_ digits: Substring.UTF8View, radix: Int) -> String? {
        guard digits.first.map(isSign) == false else { return nil }
        return UInt64(Substring(digits), radix: radix).map { String($0) }
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    }

    private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }

    /// The parts of a decimal number.
    private struct Parts {
        let isNegative: Bool
        let integer: Substring.UTF8View
        /// The digits after the point; nil if there is no point.
        let fraction: Substring.UTF8View?
        /// The exponent with its `e`; empty if there is none.
        let exponent: Substring.UTF8View

        init?(_ text: Substring.UTF8View) {
            var rest = text
            isNegative = rest.first == UInt8(ascii: "-")
            if rest.first.map(NumberText.isSign) == true { rest.removeFirst() }
            integer = rest.prefix(while: \.isASCIIDigit)
            rest = rest.dropFirst(integer.count)
            if rest.first == UInt8(ascii: ".") {
                let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
                fraction = digits
                rest = rest.dropFirst(digits.count + 1)
            } else {
                fraction = nil
            }
            guard !integer.isEmpty || fraction?.isEmpty == false else { return nil }
            exponent = rest
            guard let first = rest.popFirst() else { return }
            if rest.first.map(NumberText.isSign) == true { rest.removeFirst() }
            guard first | 0x20 == UInt8(ascii: "e"), !rest.isEmpty, rest.allSatisfy(\.isASCIIDigit) else {
                return nil
            }
        }

        /// The exponent as a number; nil if it is beyond any whole number.
        var power: Int? {
            guard !exponent.isEmpty else { return 0 }
            return Int(Substring(exponent.dropFirst())).flatMap { abs($0) <= 400 ? $0 : nil }
        }
    }
}

/// The spellings of a boolean: `1 true t yes y on` and `0 false f no n off`, in any case, without spaces around them.
///
/// The true ones are what the Firebase clients for the web, Node, Python, Go and Android share. Any other text is an
/// error, and not silently false as in those clients.
package enum BooleanText {
    /// Returns the boolean in `text`; nil if it contains none.
    package static func value(of text: String) -> Bool? {
        guard text.utf8.count <= 5 else { return nil }
        switch text.lowercased() {
        case "1", "true", "t", "yes", "y", "on": return true
        case "0", "false", "f", "no", "n", "off": return false
        default: return nil
        }
    }

    /// Returns the boolean of any text by the rule of Foundation's `NSString.boolValue`: true if it begins with `Y`,
    /// `T` (in either case) or a digit from 1 to 9, after spaces, a sign and zeros. So `on` is false, and `truthy` and
    /// `2` are true.
    package static func foundationValue(of text: String) -> Bool {
        var rest = text.utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest = rest.dropFirst()
        }
        switch rest.first(where: { $0 != UInt8(ascii: "0") }) {
        case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "t"), UInt8(ascii: "T"): return true
        case .some(let byte): return byte.isASCIIDigit
        case nil: return false
        }
    }
}
