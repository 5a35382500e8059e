import ExperimentsCore
import ExperimentsSupport

/// The number that a text begins with, after blanks: the rules of `NSString`'s `integerValue` and `doubleValue`.
enum NumberPrefix {
    /// The whole number that the text begins with; 0 if there is none. One beyond the range of `Int` is the nearest `Int`.
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

    /// The decimal number that the text begins with; 0 if there is none.
    static func double(of text: String) -> Double {
        let bytes = withoutBlanks(text)
        var rest = bytes
        _ = skipSign(&rest)
        var count = skipDigits(&rest)
        if rest.first == UInt8(ascii: ".") {
            var fraction = rest.dropFirst()
            let decimals = skipDigits(&fraction)
            // "5." is 5, but "." alone is no number.
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
        return Double(Substring(number).hasScalarSuffix(".") ? Substring(number.dropLast()) : Substring(number)) ?? 0
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
        byte.isASCIIDigit ? Int(byte - UInt8(ascii: "0")) : nil
    }
}
