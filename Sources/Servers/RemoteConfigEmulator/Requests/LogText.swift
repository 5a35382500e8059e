/// Texts of clients as the log keeps them: they may be as long as a body, and a thousand of them are kept.
enum LogText {
    /// The text, or the beginning of one that has more than `limit` bytes, and how many bytes are left out.
    static func cut(_ text: String, to limit: Int) -> String {
        let bytes = text.utf8
        guard bytes.count > limit else { return text }
        var end = bytes.index(bytes.startIndex, offsetBy: limit)
        // Not in the middle of a character's bytes.
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { bytes.formIndex(before: &end) }
        let rest = bytes.distance(from: end, to: bytes.endIndex)
        return String(decoding: bytes[..<end], as: UTF8.self) + "… (\(rest) bytes more)"
    }
}
