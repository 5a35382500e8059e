extension DisplayText {
    /// The text in at most `columns` columns. What does not fit gives way to `…`, or to `~` where only ASCII can be
    /// shown. A grapheme is kept whole or left out.
    package func truncated(to columns: Int, _ overflow: Overflow = .tail, ascii: Bool = false) -> String {
        guard columns > 0 else { return "" }
        let ellipsis = ascii ? "~" : "…"
        if width(upTo: columns) <= columns { return prefix(columns) }
        switch overflow {
        case .clip: return prefix(columns)
        case .tail: return prefix(columns - 1) + ellipsis
        case .middle:
            let end = (columns - 1) / 2
            return prefix(columns - 1 - end) + ellipsis + string(lastGlyphs(upTo: end))
        }
    }

    /// What is shown in the first columns. What is plain, which is most of it, is taken over in runs.
    private func prefix(_ columns: Int) -> String {
        text.withGlyphReader { reader in
            var shown: [UInt8] = []
            var left = columns
            while left > 0 {
                let plain = reader.plainCount(limit: left)
                shown += reader.take(plain)
                left -= plain
                guard let glyph = reader.next(), glyph.width <= left else { break }
                glyph.append(to: &shown)
                left -= glyph.width
            }
            return String(decoding: shown, as: UTF8.self)
        }
    }

    private func string(_ glyphs: [Glyph]) -> String {
        var result = ""
        for glyph in glyphs { glyph.append(to: &result) }
        return result
    }

    /// The last glyphs that fit into this many columns, found in a window at the end.
    private func lastGlyphs(upTo columns: Int) -> [Glyph] {
        guard columns > 0 else { return [] }
        let window = columns * 32 + 64
        let utf8 = text.utf8
        var start = utf8.index(utf8.endIndex, offsetBy: -window, limitedBy: utf8.startIndex) ?? utf8.startIndex
        while start < utf8.endIndex, utf8[start] & 0xc0 == 0x80 { start = utf8.index(after: start) }
        let tail = DisplayText<Text.SubSequence>(text[start...]).glyphs(upTo: .max)
        var left = columns
        var first = tail.endIndex
        while first > 0, tail[first - 1].width <= left {
            left -= tail[first - 1].width
            first -= 1
        }
        return Array(tail[first...])
    }
}

/// What happens to text that is wider than its place.
package enum Overflow: Sendable, Hashable, CaseIterable {
    /// Cut off without a sign.
    case clip

    /// The end is cut off and `…` stands there.
    case tail

    /// The middle gives way to `…`; start and end stay.
    case middle
}
