#if os(macOS) || !canImport(Darwin)
import ExperimentsSupport

/// Combines bytes of UTF-8 into scalars, even if they arrive in pieces.
struct ScalarReader {
    private var value: UInt32 = 0
    private var missing = 0
    private var least: UInt32 = 0

    /// Whether a character is incomplete.
    var isInsideCharacter: Bool { missing > 0 }

    /// Takes the next byte.
    ///
    /// - Returns: the completed scalar, `U+FFFD` for invalid UTF-8, or nil within a character; and whether the byte was
    ///   used. A byte that interrupts a character must be passed again.
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

#if os(macOS) || !canImport(Darwin)
/// A run of letters at the start of some bytes, as a paste into a terminal that does not mark pastes. The run becomes
/// one event; a pasted megabyte would otherwise be a million events.
struct LetterRun {
    /// The minimum length of a run. Shorter ones may be typed by hand, and are handled just as fast letter by letter.
    static let least = 64

    /// The letters; nil if there are too few, or they are not UTF-8.
    let text: String?
    /// The index after the run.
    let end: Int

    init(_ bytes: ArraySlice<UInt8>) {
        var end = bytes.startIndex
        while end < bytes.endIndex, Self.isLetter(end, in: bytes) { end += 1 }
        if end == bytes.endIndex { end -= Self.unfinished(bytes) }
        self.end = end
        let letters = bytes[bytes.startIndex..<end]
        text = letters.count < Self.least ? nil : String(validUTF8: letters)
    }

    /// Whether a byte is a letter or a part of one. Control characters are not letters; some of them have two bytes.
    private static func isLetter(_ place: Int, in bytes: ArraySlice<UInt8>) -> Bool {
        let byte = bytes[place]
        guard byte == 0xc2 else { return byte >= 0x20 && byte != 0x7f }
        return place + 1 == bytes.endIndex || bytes[place + 1] >= 0xa0
    }

    /// The number of bytes at the end that belong to an incomplete letter.
    static func unfinished(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
        for (index, byte) in bytes.reversed().prefix(3).enumerated() where byte >= 0xc0 {
            let length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }
}
#endif
