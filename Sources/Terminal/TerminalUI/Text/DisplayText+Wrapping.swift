extension DisplayText {
    /// The text in lines of at most `columns` columns, broken at line feeds, after blanks where possible, else between
    /// glyphs; at most `limit` lines. Reads no more than those lines need.
    package func wrapped(to columns: Int, limit: Int = .max) -> [String] {
        guard columns > 0, limit > 0 else { return [] }
        var lines: [String] = []
        var rest = Substring(text)
        while lines.count < limit {
            // A line of `columns` columns may hold hidden scalars too; a long one is looked at in parts.
            let (line, next) = Self.firstLine(of: rest, columns: columns)
            lines.append(line)
            guard let next else { break }
            rest = next
        }
        return lines
    }

    /// The first line, and what follows it; nil if nothing does.
    private static func firstLine(of text: Substring, columns: Int) -> (String, Substring?) {
        text.withGlyphReader { reader in
            var line = ""
            var width = 0
            var breakAfter: (line: String, position: Int)?
            func rest(from position: Int) -> Substring {
                text[text.utf8.index(text.startIndex, offsetBy: position)...]
            }
            while true {
                let position = reader.position
                if reader.skipLineFeed() { return (line, rest(from: reader.position)) }
                guard let glyph = reader.next() else { return (line, nil) }
                if width + glyph.width > columns, width > 0 {
                    if glyph == .blank { return (line, rest(from: reader.position)) }
                    if let breakAfter { return (breakAfter.line, rest(from: breakAfter.position)) }
                    return (line, rest(from: position))
                }
                if glyph == .blank { breakAfter = (line, reader.position) }
                // A wide glyph on a screen of one column.
                if glyph.width > columns { Glyph.replacement.append(to: &line) } else { glyph.append(to: &line) }
                width += min(glyph.width, columns)
            }
        }
    }
}
