/// Text as a terminal shows it: measured in columns, cut at glyphs, harmless whatever it holds.
///
/// Control characters become pictures (`␛`, `↵` for a line feed, `⇥` for a tab), zero-width and bidirectional controls
/// vanish, an emoji sequence becomes its first emoji, a flag its two letters, a scalar that is not assigned `U+FFFD`.
/// Nothing is read beyond what a question needs: the first 40 columns of 50 MB cost as much as those of 50 bytes.
package struct DisplayText<Text: StringProtocol> {
    /// The text as it came.
    package let text: Text

    /// Wraps the text; nothing is read yet.
    package init(_ text: Text) { self.text = text }

    /// The columns that the whole text takes. Reads all of it: for a value of unknown size use `width(upTo:)`.
    package var width: Int { width(upTo: .max) }

    /// The columns that the text takes, or any number above `limit` if they are more than that.
    package func width(upTo limit: Int) -> Int {
        text.withGlyphReader { $0.skipColumns(upTo: limit) }
    }

    /// The glyphs that fit into this many columns.
    package func glyphs(upTo columns: Int) -> [Glyph] {
        text.withGlyphReader { reader in
            var glyphs: [Glyph] = []
            var left = columns
            while let glyph = reader.next(), glyph.width <= left {
                left -= glyph.width
                glyphs.append(glyph)
            }
            return glyphs
        }
    }

    /// Returns the part that is visible from column `offset` on, at most `columns` columns wide. A wide glyph that the
    /// left edge cuts becomes a blank, so that the rest stays in place.
    package func slice(from offset: Int, columns: Int) -> String {
        text.withGlyphReader { reader in
            var result = ""
            var column = -max(offset, 0)
            while column < columns {
                // The text before is counted, not read letter by letter.
                if column < 0 {
                    let plain = reader.plainCount(limit: -column)
                    reader.skip(plain)
                    column += plain
                }
                guard let glyph = reader.next() else { break }
                if column < 0, column + glyph.width > 0 {
                    result += " "
                } else if column >= 0, column + glyph.width <= columns {
                    glyph.append(to: &result)
                }
                column += glyph.width
            }
            return result
        }
    }
}

extension DisplayText: Sendable where Text: Sendable {}

extension DisplayText {
    /// The text in at most `columns` columns. What does not fit is replaced by `…`, or by `~` if only ASCII can be
    /// shown. A grapheme is never split.
    package func truncated(to columns: Int, _ overflow: Overflow = .tail, ascii: Bool = false) -> String {
        guard columns > 0 else { return "" }
        if overflow == .clip || width(upTo: columns) <= columns { return cut(columns) }
        // One buffer for all of it: on a narrow screen a name in every row is cut.
        let end = overflow == .middle ? (columns - 1) / 2 : 0
        return cut(columns - 1 - end, ellipsis: ascii ? "~" : "…", last: end)
    }

    /// The first columns, something in between, and the last columns.
    private func cut(_ first: Int, ellipsis: StaticString = "", last: Int = 0) -> String {
        text.withGlyphReader { reader in
            var shown: [UInt8] = []
            // There may be far more room than text.
            shown.reserveCapacity(min(first, text.utf8.count) + ellipsis.utf8CodeUnitCount + last)
            reader.appendColumns(first, to: &shown)
            ellipsis.withUTF8Buffer { shown += $0 }
            reader.appendLastColumns(last, to: &shown)
            return String(decoding: shown, as: UTF8.self)
        }
    }
}

/// The treatment of text that is wider than its place.
package enum Overflow: Sendable, Hashable, CaseIterable {
    /// Cut off without a sign.
    case clip

    /// The end is replaced by `…`.
    case tail

    /// The middle is replaced by `…`; start and end stay.
    case middle
}

extension DisplayText {
    /// The text in lines of at most `columns` columns, broken at line feeds, after blanks where possible, else between
    /// glyphs; at most `limit` lines. Reads no more than those lines need.
    package func wrapped(to columns: Int, limit: Int = .max) -> [String] {
        guard columns > 0, limit > 0 else { return [] }
        var lines: [String] = []
        var rest = Substring(text)
        while lines.count < limit {
            // A line of `columns` columns may also contain hidden scalars; a long one is read in parts.
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
