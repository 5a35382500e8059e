import ExperimentsCore

/// Makes the best of any value, the way Foundation's strings and numbers convert themselves.
enum LenientSetting {
    static func int(_ value: JSONValue) -> Int {
        switch value {
        case .number(let lexeme): Int(lexeme) ?? truncated(Double(lexeme) ?? 0)
        case .string(let text): NumberPrefix.int(of: text)
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    static func double(_ value: JSONValue) -> Double {
        switch value {
        case .number(let lexeme): Double(lexeme) ?? 0
        case .string(let text): NumberPrefix.double(of: text)
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    static func bool(_ value: JSONValue) -> Bool {
        switch value {
        case .bool(let value): value
        case .number: double(value) != 0
        case .string(let text): NumberPrefix.bool(of: text)
        default: false
        }
    }

    private static func truncated(_ value: Double) -> Int {
        Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : value > 0 ? .max : 0)
    }
}

/// What the beginning of a text is worth, after blanks: the rules of `NSString`'s `intValue`, `doubleValue` and
/// `boolValue`, with 64 bits for whole numbers.
enum NumberPrefix {
    /// The whole number that the text begins with; 0 if with none. Beyond the range of `Int`, its nearest end.
    static func int(of text: String) -> Int {
        var bytes = withoutBlanks(text)
        let isNegative = skipSign(&bytes)
        var value = 0
        while let digit = bytes.first.flatMap(digit) {
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, tooLargeStill) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            if tooLarge || tooLargeStill { return isNegative ? .min : .max }
            value = next
            bytes.removeFirst()
        }
        return value
    }

    /// The decimal number that the text begins with; 0 if with none.
    static func double(of text: String) -> Double {
        let bytes = withoutBlanks(text)
        var rest = bytes
        _ = skipSign(&rest)
        var count = skipDigits(&rest)
        if rest.first == UInt8(ascii: ".") {
            var fraction = rest.dropFirst()
            let decimals = skipDigits(&fraction)
            // "5." is 5, and "." alone is nothing.
            if count + decimals > 0 { rest = fraction }
            count += decimals
        }
        guard count > 0 else { return 0 }
        if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            var power = rest.dropFirst()
            _ = skipSign(&power)
            if skipDigits(&power) > 0 { rest = power }
        }
        let number = bytes[bytes.startIndex..<rest.startIndex]
        return Double(Substring(number).hasSuffix(".") ? Substring(number.dropLast()) : Substring(number)) ?? 0
    }

    /// True if the text begins with `Y`, `T` or a digit from 1 to 9, after blanks, a sign and zeros.
    static func bool(of text: String) -> Bool {
        var bytes = withoutBlanks(text)
        _ = skipSign(&bytes)
        return switch bytes.drop(while: { $0 == UInt8(ascii: "0") }).first {
        case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "t"), UInt8(ascii: "T"): true
        case .some(let byte): digit(byte) != nil
        case nil: false
        }
    }

    private typealias Bytes = Substring.UTF8View

    private static func withoutBlanks(_ text: String) -> Bytes {
        Substring(text).utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    private static func skipSign(_ bytes: inout Bytes) -> Bool {
        guard let byte = bytes.first, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") else { return false }
        bytes.removeFirst()
        return byte == UInt8(ascii: "-")
    }

    private static func skipDigits(_ bytes: inout Bytes) -> Int {
        let rest = bytes.drop { digit($0) != nil }
        defer { bytes = rest }
        return bytes.count - rest.count
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}
