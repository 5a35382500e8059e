/// Whole numbers in as few bytes as they need: seven bits a byte, the lowest first.
enum PackedInteger {
    static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a number with its sign in the lowest bit of all.
    static func append(signed number: Int64, to bytes: inout [UInt8]) {
        append(UInt64(bitPattern: number << 1 ^ number >> 63), to: &bytes)
    }

    /// Reads the number that begins with a byte.
    ///
    /// - Returns: nil for bytes that nobody wrote.
    static func number(from first: UInt8, _ bytes: inout some IteratorProtocol<UInt8>) -> UInt64? {
        var (number, byte, shift): (UInt64, UInt8, UInt64) = (0, first, 0)
        while true {
            guard shift < 63 || (shift == 63 && byte < 2) else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            guard let next = bytes.next() else { return nil }
            (byte, shift) = (next, shift + 7)
        }
    }

    /// The number with a sign that was appended as this one.
    static func signed(_ number: UInt64) -> Int64 { Int64(bitPattern: number >> 1 ^ (0 &- number & 1)) }
}
