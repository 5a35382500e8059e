#if os(macOS) || !canImport(Darwin)
/// Puts the bytes of UTF-8 together to scalars, however they are cut into pieces on their way.
struct ScalarReader {
    private var value: UInt32 = 0
    private var missing = 0
    private var least: UInt32 = 0

    /// Whether bytes of a character came, and the others are to come.
    var isInsideCharacter: Bool { missing > 0 }

    /// Takes the next byte.
    ///
    /// - Returns: the scalar that it completes, `U+FFFD` for what is no UTF-8, nil within a character; and whether it was
    ///   taken: a byte that breaks off a character is to be given again.
    mutating func take(_ byte: UInt8) -> (scalar: UInt32?, isTaken: Bool) {
        if missing > 0 {
            guard byte & 0xc0 == 0x80 else {
                missing = 0
                return (0xfffd, false)
            }
            value = value << 6 | UInt32(byte & 0x3f)
            missing -= 1
            guard missing == 0 else { return (nil, true) }
            return (value < least || UnicodeScalar(value) == nil ? 0xfffd : value, true)
        }
        switch byte {
        case ..<0x80: return (UInt32(byte), true)
        case 0xc2...0xdf: begin(byte & 0x1f, missing: 1, least: 0x80)
        case 0xe0...0xef: begin(byte & 0x0f, missing: 2, least: 0x800)
        case 0xf0...0xf4: begin(byte & 0x07, missing: 3, least: 0x10000)
        default: return (0xfffd, true)
        }
        return (nil, true)
    }

    private mutating func begin(_ bits: UInt8, missing: Int, least: UInt32) {
        (value, self.missing, self.least) = (UInt32(bits), missing, least)
    }
}
#endif
