extension Frame {
    /// Fills a rectangle with one glyph, hiding what was there. A wide glyph counts as a blank.
    package mutating func fill(_ rect: CellRect, style: CellStyle, character: Character = " ") {
        let glyph = character == " " ? Glyph.blank : Glyph(character)
        let cell = Cell(glyph: glyph.width == 1 ? glyph : .blank, style: style)
        eachRow(of: rect) { cells, range in
            Self.detach(range, in: cells)
            for index in range { cells[index] = cell }
        }
    }

    /// Changes the style of every cell of a rectangle.
    package mutating func restyle(_ rect: CellRect, _ change: (inout CellStyle) -> Void) {
        eachRow(of: rect) { cells, range in
            for index in range { change(&cells[index].style) }
        }
    }

    /// Lays a style over a rectangle: its colours replace, `terminal` keeps what is there, attributes add up. The way
    /// to mark a row or a match after its text is drawn.
    package mutating func layer(_ style: CellStyle, over rect: CellRect) {
        restyle(rect) { $0 = style.over($0) }
    }

    /// Lays a style under a rectangle: only cells whose colours are still the terminal's take its colours.
    package mutating func layer(_ style: CellStyle, under rect: CellRect) {
        restyle(rect) { $0 = $0.over(style) }
    }

    private mutating func eachRow(
        of rect: CellRect, _ body: (UnsafeMutableBufferPointer<Cell>, Range<Int>) -> Void
    ) {
        let visible = rect.intersection(bounds)
        guard !visible.isEmpty else { return }
        let columns = size.columns
        cells.withUnsafeMutableBufferPointer { cells in
            for row in visible.row..<visible.endRow {
                body(cells, row * columns + visible.column..<row * columns + visible.endColumn)
            }
        }
    }

    /// Blanks the halves of wide glyphs that would be left outside a range that is about to be overwritten.
    private static func detach(_ range: Range<Int>, in cells: UnsafeMutableBufferPointer<Cell>) {
        if cells[range.lowerBound].isContinuation, range.lowerBound > 0 {
            cells[range.lowerBound - 1].glyph = .blank
        }
        if range.upperBound < cells.count, cells[range.upperBound].isContinuation {
            cells[range.upperBound].glyph = .blank
        }
    }
}
