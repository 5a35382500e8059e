/// Comments in JSON, as files for the tools of Firebase may have them: `// to the end of the line` and `/* between */`.
package enum JSONComments {
    /// Returns a string with spaces in place of its comments, so that each byte keeps its line and column. A comment
    /// without an end stays, so that the parser refuses it.
    package static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(slash) else { return bytes }
        var result = bytes
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): place = endOfString(bytes, from: place)
            case slash:
                guard let end = endOfComment(bytes, from: place) else {
                    place += 1
                    continue
                }
                for index in place..<end where !isLineEnd(bytes[index]) { result[index] = 0x20 }
                place = end
            default: place += 1
            }
        }
        return result
    }

    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")

    /// Returns the position after a comment; nil if there is none, or if it has no end.
    private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case slash: return bytes[start...].firstIndex(where: isLineEnd) ?? bytes.count
        case star:
            var place = start + 2
            while place + 1 < bytes.count {
                if bytes[place] == star, bytes[place + 1] == slash { return place + 2 }
                place += 1
            }
            return nil
        default: return nil
        }
    }

    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return place + 1
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
