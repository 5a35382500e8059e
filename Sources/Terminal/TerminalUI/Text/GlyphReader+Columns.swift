// Whole columns at once. What is plain, which is most of all text, goes in runs.
extension GlyphReader {
    /// Steps over what takes `limit` columns, or all there is.
    ///
    /// - Returns: the columns that it takes, or any number above `limit` if they are more than that.
    mutating func skipColumns(upTo limit: Int) -> Int {
        var columns = 0
        while columns <= limit {
            let plain = plainCount(limit: limit - columns)
            skip(plain)
            columns += plain
            guard let glyph = next() else { break }
            columns += glyph.width
        }
        return columns
    }

    /// Appends what is shown in the next columns, and steps over it.
    mutating func appendColumns(_ columns: Int, to shown: inout [UInt8]) {
        var left = columns
        while left > 0 {
            let plain = plainCount(limit: left)
            shown += take(plain)
            left -= plain
            guard let glyph = next(), glyph.width <= left else { break }
            glyph.append(to: &shown)
            left -= glyph.width
        }
    }

    /// Appends the last glyphs that fit into this many columns, found in a window at the end.
    func appendLastColumns(_ columns: Int, to shown: inout [UInt8]) {
        guard columns > 0 else { return }
        var reader = self
        reader.goToLast(columns * 32 + 64)
        var measured = reader
        var width = measured.skipColumns(upTo: .max)
        while width > columns {
            let plain = reader.plainCount(limit: width - columns)
            reader.skip(plain)
            width -= plain
            guard width > columns, let glyph = reader.next() else { break }
            width -= glyph.width
        }
        reader.appendColumns(columns, to: &shown)
    }
}
