extension Frame {
    /// Draws text from `point` to the right, over the existing content: `terminal` colors leave the color below, and
    /// attributes are combined. Draws at most `maxColumns` columns, never beyond the frame, and does not wrap. A wide
    /// glyph that does not fit becomes a blank.
    ///
    /// - Returns: the number of columns used, including those cut off by the left edge of the frame.
    @discardableResult
    package mutating func put(
        _ text: some StringProtocol, at point: CellPoint, style: CellStyle = .terminal,
        maxColumns: Int = .max,
        overflow: Overflow = .clip
    ) -> Int {
        guard point.row >= 0, point.row < size.rows, point.column < size.columns, maxColumns > 0 else {
            return 0
        }
        let point = CellPoint(column: max(point.column, -(1 << 32)), row: point.row)
        let limit = min(maxColumns, size.columns - point.column)
        if overflow == .middle, DisplayText(text).width(upTo: limit) > limit {
            return put(
                DisplayText(text).truncated(to: limit, .middle), at: point, style: style, maxColumns: limit)
        }
        let row = point.row * size.columns
        return text.withGlyphReader { reader in
            var pen = Pen(
                start: row + point.column, leftEdge: row, rightEdge: row + size.columns, style: style)
            let used = cells.withUnsafeMutableBufferPointer { cells in
                pen.draw(&reader, limit: limit, marksOverflow: overflow == .tail, in: cells)
            }
            return used
        }
    }
}

/// Writes glyphs along a row. Never leaves half of a wide glyph behind.
private struct Pen {
    private let start: Int
    private let leftEdge: Int
    private let rightEdge: Int
    private let style: CellStyle
    private var position: Int
    private var below = CellStyle.terminal
    private var layered: CellStyle

    init(start: Int, leftEdge: Int, rightEdge: Int, style: CellStyle) {
        self.start = start
        self.leftEdge = leftEdge
        self.rightEdge = rightEdge
        self.style = style
        position = start
        layered = style
    }

    mutating func draw(
        _ reader: inout GlyphReader, limit: Int, marksOverflow: Bool,
        in cells: UnsafeMutableBufferPointer<Cell>
    ) -> Int {
        let end = start + limit
        while position < end {
            let plain = reader.plainCount(limit: end - position)
            if plain > 0 {
                for offset in 0..<plain { set(Glyph(scalar: UInt32(reader.plain(offset))), in: cells) }
                reader.skip(plain)
                continue
            }
            guard let glyph = reader.next() else { break }
            if position + glyph.width > end {
                set(.blank, in: cells)
                if marksOverflow { markOverflow(at: position - 1, in: cells) }
                finish(in: cells)
                return position - start
            }
            place(glyph, in: cells)
        }
        let used = position - start
        if marksOverflow, position == end, reader.next() != nil { markOverflow(at: end - 1, in: cells) }
        finish(in: cells)
        return used
    }

    mutating func place(_ glyph: Glyph, in cells: UnsafeMutableBufferPointer<Cell>) {
        if glyph.width == 1 {
            set(glyph, in: cells)
        } else if position < leftEdge {
            // The glyph is at least partly outside; the visible half is blank.
            set(.blank, in: cells)
            set(.blank, in: cells)
        } else {
            set(glyph, in: cells)
            set(.continuation, in: cells)
        }
    }

    /// Blanks the rest of a wide glyph whose left half was overwritten.
    mutating func finish(in cells: UnsafeMutableBufferPointer<Cell>) {
        if position > max(start, leftEdge), position < rightEdge, cells[position].isContinuation {
            cells[position].glyph = .blank
        }
    }

    private mutating func set(_ glyph: Glyph, in cells: UnsafeMutableBufferPointer<Cell>) {
        defer { position += 1 }
        guard position >= leftEdge else { return }
        let cell = cells[position]
        if position == max(start, leftEdge), cell.isContinuation, position > leftEdge {
            cells[position - 1].glyph = .blank
        }
        if cell.style != below || position == max(start, leftEdge) {
            below = cell.style
            layered = style.over(below)
        }
        cells[position] = Cell(glyph: glyph, style: layered)
    }

    /// Puts `…` into the last column, or at the start of a wide glyph that ends there.
    private func markOverflow(at last: Int, in cells: UnsafeMutableBufferPointer<Cell>) {
        guard last >= leftEdge else { return }
        if cells[last].isContinuation, last > max(start, leftEdge) {
            cells[last].glyph = .blank
            cells[last - 1].glyph = .ellipsis
        } else {
            cells[last].glyph = .ellipsis
        }
    }
}
