/// One character cell of a screen: 16 bytes, no references.
package struct Cell: Sendable, Hashable {
    /// What it shows.
    package var glyph: Glyph

    /// How it shows it.
    package var style: CellStyle

    /// A cell that shows the glyph.
    package init(glyph: Glyph = .blank, style: CellStyle = .terminal) {
        self.glyph = glyph
        self.style = style
    }

    /// The glyph as a character; a space for the right half of a wide one.
    package var character: Character { glyph.character }

    /// Whether it is the right half of the wide glyph to its left.
    package var isContinuation: Bool { glyph == .continuation }
}
