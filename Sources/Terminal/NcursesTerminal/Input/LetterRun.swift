#if os(macOS) || !canImport(Darwin)
/// Letters in a row at the start of some bytes, as they come if text is pasted into a terminal that does not tell
/// pastes from typing. They become one event instead of one each, which for a pasted megabyte would be a million.
struct LetterRun {
    /// What is less may have been typed by hands, and is as quickly taken letter by letter.
    static let least = 64

    /// The letters; nil where they are too few, or no UTF-8.
    let text: String?
    /// Where the row ends.
    let end: Int

    init(_ bytes: ArraySlice<UInt8>) {
        var end = bytes.startIndex
        while end < bytes.endIndex, Self.isLetter(end, in: bytes) { end += 1 }
        if end == bytes.endIndex { end -= Self.unfinished(bytes) }
        self.end = end
        let letters = bytes[bytes.startIndex..<end]
        text = letters.count < Self.least ? nil : String(validating: letters, as: UTF8.self)
    }

    /// Whether a byte is a letter, or one of several that are: no control character, of which some have two bytes.
    private static func isLetter(_ place: Int, in bytes: ArraySlice<UInt8>) -> Bool {
        let byte = bytes[place]
        guard byte == 0xc2 else { return byte >= 0x20 && byte != 0x7f }
        return place + 1 == bytes.endIndex || bytes[place + 1] >= 0xa0
    }

    /// How many bytes at the end are the beginning of a letter whose rest is to come.
    static func unfinished(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
        for (index, byte) in bytes.reversed().prefix(3).enumerated() where byte >= 0xc0 {
            let length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }
}
#endif
