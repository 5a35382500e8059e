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

    /// What is shown of the columns from `offset` on, at most `columns` of them. A wide glyph that the left edge cuts
    /// becomes a blank, so that the rest stays in place.
    package func slice(from offset: Int, columns: Int) -> String {
        text.withGlyphReader { reader in
            var result = ""
            var column = -max(offset, 0)
            while column < columns {
                // What lies before is counted, not read letter by letter.
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
