/// Text as a terminal shows it: measured in columns, cut between glyphs, and harmless regardless of its content.
///
/// Control characters become pictures (`␛`, `↵` for a line feed, `⇥` for a tab); zero-width and bidirectional controls
/// are removed; an emoji sequence becomes its first emoji, a flag its two letters, and an unassigned scalar `U+FFFD`.
/// Nothing is read beyond what is needed: the first 40 columns of 50 MB cost as much as those of 50 bytes.
package struct DisplayText<Text: StringProtocol> {
    /// The original text.
    package let text: Text

    /// Creates a display text without reading it.
    package init(_ text: Text) { self.text = text }

    /// The number of columns of the whole text. This reads all of it; for a value of unknown size use `width(upTo:)`.
    package var width: Int { width(upTo: .max) }

    /// Returns the number of columns, or any number above `limit` if there are more.
    package func width(upTo limit: Int) -> Int {
        text.withGlyphReader { $0.skipColumns(upTo: limit) }
    }

    /// Returns the glyphs that fit into this many columns.
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
                // Count the text before without reading it letter by letter.
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
    /// Returns the text in at most `columns` columns. What does not fit is replaced by `…`, or by `~` if only ASCII can
    /// be shown. A grapheme is never split.
    package func truncated(to columns: Int, _ overflow: Overflow = .tail, ascii: Bool = false) -> String {
        guard columns > 0 else { return "" }
        if overflow == .clip || width(upTo: columns) <= columns { return cut(columns) }
        // Use a single buffer, because on a narrow screen a name in every row is cut.
        let end = overflow == .middle ? (columns - 1) / 2 : 0
        return cut(columns - 1 - end, ellipsis: ascii ? "~" : "…", last: end)
    }

    /// Returns the first columns, an ellipsis, and the last columns.
    private func cut(_ first: Int, ellipsis: StaticString = "", last: Int = 0) -> String {
        text.withGlyphReader { reader in
            var shown: [UInt8] = []
            // There may be much more room than text.
            shown.reserveCapacity(min(first, text.utf8.count) + ellipsis.utf8CodeUnitCount + last)
            reader.appendColumns(first, to: &shown)
            ellipsis.withUTF8Buffer { shown += $0 }
            reader.appendLastColumns(last, to: &shown)
            return String(decoding: shown, as: UTF8.self)
        }
    }
}

/// What to do with text that does not fit.
package enum Overflow: Sendable, Hashable, CaseIterable {
    /// Cut off without a sign.
    case clip

    /// Replace the end by `…`.
    case tail

    /// Replace the middle by `…`.
    case middle
}

extension DisplayText {
    /// Returns the text in at most `limit` lines of at most `columns` columns, broken at line feeds, after blanks if
    /// possible, otherwise between glyphs. Reads no more than those lines need.
    package func wrapped(to columns: Int, limit: Int = .max) -> [String] {
        guard columns > 0, limit > 0 else { return [] }
        var lines: [String] = []
        var rest = Substring(text)
        while lines.count < limit {
            // A line of `columns` columns may also contain hidden scalars, so a long text is read in parts.
            let (line, next) = Self.firstLine(of: rest, columns: columns)
            lines.append(line)
            guard let next else { break }
            rest = next
        }
        return lines
    }

    /// Returns the first line and what follows it; nil if nothing does.
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
                if glyph.width > columns {
                    Glyph.replacement.append(to: &line)
                } else {
                    glyph.append(to: &line)
                }
                width += min(glyph.width, columns)
            }
        }
    }
}
