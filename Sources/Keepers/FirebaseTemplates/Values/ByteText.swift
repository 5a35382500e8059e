/// Texts compared byte by byte, as other languages compare them: `é` in one piece is not `é` in two.
enum ByteText {
    static func isEqual(_ first: String, _ second: String) -> Bool {
        first.utf8.elementsEqual(second.utf8)
    }

    /// Whether `part` occurs in `text`. The empty text occurs in every text.
    static func contains(_ text: String, _ part: String) -> Bool {
        var (text, part) = (text, part)
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard let first = part.first else { return true }
                guard part.count <= text.count else { return false }
                return (0...(text.count - part.count)).contains { start in
                    text[start] == first && text[start..<(start + part.count)].elementsEqual(part)
                }
            }
        }
    }

    /// The text without white space around it.
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
