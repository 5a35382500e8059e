extension Frame {
    /// The rows as text without trailing blanks, joined by line feeds. With `ascii`, each glyph becomes its ASCII
    /// replacement.
    package func text(ascii: Bool) -> String {
        ascii ? inASCII().text : text
    }

    /// The rows as text with the escape codes of colors and attributes, each row ended in the terminal's own style. Use
    /// it to show a frame on a terminal, or to turn it into a picture.
    ///
    /// - Parameter depth: the most colors to use.
    package func ansiText(depth: ColorDepth, ascii: Bool = false) -> String {
        let frame = ascii ? inASCII() : self
        return (0..<size.rows).map { row in
            let cells = frame.row(row)
            let end = cells.lastIndex { $0.glyph != .blank || $0.style != .terminal }
            guard let end else { return "" }
            var line = ""
            var style = CellStyle.terminal
            for cell in cells[...end] {
                let wanted = cell.style.reduced(to: depth)
                if wanted != style {
                    style = wanted
                    line += style.escapeCode
                }
                cell.glyph.append(to: &line)
            }
            return style == .terminal ? line : line + CellStyle.terminal.escapeCode
        }.joined(separator: "\n")
    }
}

extension CellStyle {
    /// The code that ends the current style and begins this one.
    fileprivate var escapeCode: String {
        var numbers = ["0"]
        let codes: [(Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        ]
        for (attribute, code) in codes where attributes.contains(attribute) { numbers.append(code) }
        numbers += foreground.codes(offset: 0) + background.codes(offset: 10)
        return "\u{1b}[" + numbers.joined(separator: ";") + "m"
    }
}

extension Color {
    /// Returns the codes of a color: of a foreground with `offset` 0, of a background with 10.
    fileprivate func codes(offset: Int) -> [String] {
        switch self {
        case .terminal: []
        case .ansi(let index): [String(Int(index & 7) + (index & 8 == 0 ? 30 : 90) + offset)]
        case .indexed(let index): [String(38 + offset), "5", String(index)]
        case .rgb(let red, let green, let blue): [String(38 + offset), "2", "\(red)", "\(green)", "\(blue)"]
        }
    }
}
