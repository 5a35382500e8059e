extension Frame {
    /// The frame for a terminal that knows only ASCII, where one glyph stands for each: but an arrow between two texts is
    /// `->`, into the blank after it. `10 % > 15 %` says something else than `10 % → 15 %`.
    package func withPlainArrows() -> Frame {
        var frame = self
        for place in cells.indices.dropFirst().dropLast() where cells[place].glyph.scalars.0 == 0x2192 {
            let column = place % size.columns
            guard column > 0, column + 1 < size.columns, cells[place - 1].glyph == .blank,
                cells[place + 1].glyph == .blank
            else { continue }
            frame.cells[place].glyph = Glyph("-")
            frame.cells[place + 1].glyph = Glyph(">")
        }
        return frame
    }
}
