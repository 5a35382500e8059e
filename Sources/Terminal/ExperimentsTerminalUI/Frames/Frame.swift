/// The cells of a screen, and the cursor. Views draw into it; a terminal shows it.
///
/// Everything clips: drawing outside is safe and does nothing.
public struct Frame: Sendable, Hashable {
    /// Width and height in cells.
    public let size: CellSize

    /// The position of the terminal's own cursor: the caret of a prompt, or the focused row, because screen readers
    /// look for it there even if it is hidden. If nil, the cursor is moved out of the way.
    package var cursor: CellPoint?

    /// Whether the cursor is visible, as the caret of a text field.
    package var showsCaret = false

    /// The parts that are links, if the terminal shows them.
    package var links: [Link] = []

    /// The cells row by row, `size.columns` for each.
    package internal(set) var cells: [Cell]

    /// Creates a frame of blanks.
    package init(size: CellSize, style: CellStyle = .terminal) {
        self.size = size
        cells = Array(repeating: Cell(style: style), count: size.columns * size.rows)
    }

    /// The whole frame.
    package var bounds: CellRect { CellRect(size) }

    /// The cell at a point; a blank outside the frame.
    package subscript(point: CellPoint) -> Cell {
        bounds.contains(point) ? cells[index(point)] : Cell()
    }

    /// The cell at a column and row; a blank outside the frame.
    package subscript(column column: Int, row row: Int) -> Cell { self[CellPoint(column: column, row: row)] }

    func index(_ point: CellPoint) -> Int { point.row * size.columns + point.column }
}

extension Frame {
    /// Fills a rectangle with a glyph, replacing its content. A wide glyph counts as a blank.
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

    /// Lays a style over a rectangle: its colors replace those below unless they are `terminal`, and attributes are
    /// combined. Use it to mark a row or a match after its text is drawn.
    package mutating func layer(_ style: CellStyle, over rect: CellRect) {
        restyle(rect) { $0 = style.over($0) }
    }

    /// Lays a style under a rectangle: only cells that still have the terminal's colors take its colors.
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

    /// Blanks the halves of wide glyphs that would be left outside a range about to be overwritten.
    private static func detach(_ range: Range<Int>, in cells: UnsafeMutableBufferPointer<Cell>) {
        if cells[range.lowerBound].isContinuation, range.lowerBound > 0 {
            cells[range.lowerBound - 1].glyph = .blank
        }
        if range.upperBound < cells.count, cells[range.upperBound].isContinuation {
            cells[range.upperBound].glyph = .blank
        }
    }
}

extension Frame {
    /// Returns the frame in ASCII.
    package func inASCII() -> Frame {
        var frame = withPlainArrows()
        for place in frame.cells.indices {
            frame.cells[place].glyph = Glyph(scalar: UInt32(frame.cells[place].glyph.ascii))
        }
        return frame
    }

    /// Returns the frame with arrows for a terminal with ASCII only. Each glyph has one replacement, except that the
    /// arrow between two texts becomes `->`. `10% > 15%` means something else than `10% → 15%`.
    package func withPlainArrows() -> Frame {
        var frame = self
        for row in 0..<size.rows { frame.eachRow(of: bounds.line(row)) { Self.widenArrows($1, in: $0) } }
        return frame
    }

    /// Widens the arrows of a row to two columns. The text after an arrow moves right if at least two blanks follow it,
    /// otherwise left over the blanks of the arrow. Everything further right stays in its column.
    private static func widenArrows(_ range: Range<Int>, in cells: UnsafeMutableBufferPointer<Cell>) {
        func isBlank(_ place: Int) -> Bool { range.contains(place) && cells[place].glyph == .blank }
        for place in range.dropFirst().dropLast() where isBlank(place - 1) && isBlank(place + 1) {
            switch cells[place].glyph.scalars.0 {
            case 0x2194:
                for (offset, sign) in "<->".enumerated() { cells[place - 1 + offset].glyph = Glyph(sign) }
            case 0x2192:
                let end = endOfText(from: place + 2, in: range, cells)
                if isBlank(end), isBlank(end + 1) {
                    for target in stride(from: end, to: place + 2, by: -1) {
                        cells[target] = cells[target - 1]
                    }
                    (cells[place].glyph, cells[place + 1].glyph) = (Glyph("-"), Glyph(">"))
                    (cells[place + 1].style, cells[place + 2].glyph) = (cells[place].style, .blank)
                } else {
                    (cells[place - 1].glyph, cells[place - 1].style) = (Glyph("-"), cells[place].style)
                    cells[place].glyph = Glyph(">")
                    for target in place + 1..<max(place + 1, end - 1) { cells[target] = cells[target + 1] }
                    cells[max(place + 1, end - 1)].glyph = .blank
                }
            default: break
            }
        }
    }

    /// Returns the end of a text: at two blanks, one blank and another style, a line character, or the end of the row.
    private static func endOfText(
        from start: Int, in range: Range<Int>, _ cells: UnsafeMutableBufferPointer<Cell>
    ) -> Int {
        var end = start
        while end < range.upperBound, !(0x2500...0x259f).contains(cells[end].glyph.scalars.0) {
            if cells[end].glyph == .blank {
                guard end + 1 < range.upperBound, cells[end + 1].glyph != .blank,
                    cells[end + 1].style == cells[start].style
                else { break }
            }
            end += 1
        }
        return end
    }
}

extension Frame {
    /// A stretch of one row.
    package struct Stretch: Sendable, Hashable {
        /// The row.
        package var row: Int

        /// The columns. Wide glyphs are included whole.
        package var columns: Range<Int>

        /// A stretch of a row.
        package init(row: Int, columns: Range<Int>) {
            self.row = row
            self.columns = columns
        }
    }

    /// Returns the parts that differ from another frame, at most one stretch for each row. If the sizes differ or there
    /// is no other frame, returns every row in full.
    package func differences(from other: Frame?) -> [Stretch] {
        let columns = size.columns
        guard columns > 0 else { return [] }
        guard let other, other.size == size else {
            return (0..<size.rows).map { Stretch(row: $0, columns: 0..<columns) }
        }
        var stretches: [Stretch] = []
        cells.withUnsafeBufferPointer { new in
            other.cells.withUnsafeBufferPointer { old in
                // Copies of a frame share their storage until one is drawn into.
                guard new.baseAddress != old.baseAddress else { return }
                for row in 0..<size.rows {
                    let start = row * columns
                    var first = start
                    let end = start + columns
                    while first < end, new[first] == old[first] { first += 1 }
                    guard first < end else { continue }
                    var last = end - 1
                    while new[last] == old[last] { last -= 1 }
                    if new[first].isContinuation, first > start { first -= 1 }
                    if last + 1 < end, new[last + 1].isContinuation { last += 1 }
                    stretches.append(Stretch(row: row, columns: first - start..<last - start + 1))
                }
            }
        }
        return stretches
    }
}

extension Frame {
    /// The rows as text, without trailing blanks.
    public var lines: [String] {
        (0..<size.rows).map { row in
            var line = ""
            for cell in self.row(row) { cell.glyph.append(to: &line) }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The rows as text, joined by line feeds.
    public var text: String { lines.joined(separator: "\n") }

    /// The rows as text in which every change of style is written out: `⟨bold red⟩missing⟨⟩ paywall_type`. Trailing
    /// blanks in the terminal's own style are omitted. Tests compare whole screens with it.
    package var styledText: String {
        (0..<size.rows).map { row in
            let cells = self.row(row)
            let end = cells.lastIndex { $0.glyph != .blank || $0.style != .terminal }
            guard let end else { return "" }
            var line = ""
            var style = CellStyle.terminal
            for cell in cells[...end] {
                if cell.style != style {
                    style = cell.style
                    line += style == .terminal ? "⟨⟩" : "⟨\(style)⟩"
                }
                cell.glyph.append(to: &line)
            }
            return line
        }.joined(separator: "\n")
    }

    /// The cells of a row; none outside the frame.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }
}
