/// Bytes as hexadecimal digits, two for each byte: `00ff`.
package enum Hexadecimal {
    /// Returns the digits of `bytes`, with small letters.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes { append(byte, to: &digits, isUppercase: false) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes that `text` spells, with letters in either case; nil for any other text.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var digits = text.utf8.makeIterator()
        while let first = digits.next() {
            guard let high = value(of: first), let low = digits.next().flatMap(value) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns 32 random digits, for something that needs a unique ID.
    package static func randomID() -> String {
        var random = SystemRandomNumberGenerator()
        return randomID(using: &random)
    }

    /// Returns 32 digits, created from the next two numbers of `random`.
    package static func randomID(using random: inout some RandomNumberGenerator) -> String {
        (0..<2).map { _ in String(random.next() as UInt64, radix: 16).zeroPadded(to: 16) }.joined()
    }

    /// Returns the number from 0 to 15 of a digit; nil if the byte is not a hexadecimal digit.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Appends the two digits of `byte`.
    static func append(_ byte: UInt8, to digits: inout [UInt8], isUppercase: Bool) {
        for value in [byte >> 4, byte & 15] {
            digits.append(
                value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: isUppercase ? "A" : "a") + value - 10)
        }
    }
}
