/// One character cell of a screen: 16 bytes, no references.
public struct Cell: Sendable, Hashable {
    /// What it shows.
    public var glyph: Glyph

    /// How it shows it.
    public var style: CellStyle

    /// A cell that shows the glyph.
    public init(glyph: Glyph = .blank, style: CellStyle = .terminal) {
        self.glyph = glyph
        self.style = style
    }

    /// The glyph as a character; a space for the right half of a wide one.
    public var character: Character { glyph.character }

    /// Whether it is the right half of the wide glyph to its left.
    public var isContinuation: Bool { glyph == .continuation }
}
