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
    /// blanks in the terminal's own style are left out. For tests that compare whole screens.
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
