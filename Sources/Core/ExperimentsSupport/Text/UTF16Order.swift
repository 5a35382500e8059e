/// The order of the two bytes of a unit in a string in UTF-16, which Windows PowerShell and Excel write.
package enum UTF16Order: Sendable {
    case lowFirst
    case highFirst

    /// The message for such a string where UTF-8 is expected.
    package static let message = "the text is in UTF-16; save the file as UTF-8"

    /// Creates the order from the byte order mark, or from the zeros next to ASCII letters; nil for another encoding.
    package init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) {
            self = .lowFirst
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self = .highFirst
        } else if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0 {
            self = .lowFirst
        } else if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0 {
            self = .highFirst
        } else {
            return nil
        }
    }
}
