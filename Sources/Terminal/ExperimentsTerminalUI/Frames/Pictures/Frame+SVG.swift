import ExperimentsSupport

extension Frame {
    /// The frame as an SVG document: a picture with colors for documentation, reports and chats.
    ///
    /// Each stretch of one style is a text with an explicit length, so that columns line up in any font. The same frame
    /// always gives the same bytes.
    ///
    /// - Parameters:
    ///   - palette: the colors that the frame leaves to the terminal.
    ///   - title: what the picture shows, for people who cannot see it.
    package func svg(palette: PicturePalette, title: String) -> String {
        let lines = (0..<size.rows).flatMap { SVG.row(self.row($0), at: $0, palette) }
        return SVG.document(of: size, palette: palette, title: title, lines)
    }
}

/// Measures are in tenths of a pixel, so that the document contains no rounded floating-point numbers.
enum SVG {
    static let cellWidth = 84
    static let cellHeight = 180
    static let margin = 120
    static let fontSize = 140

    /// Returns a document with the drawings of the rows of a screen.
    static func document(of size: CellSize, palette: PicturePalette, title: String, _ drawings: [String])
        -> String
    {
        let width = number(left(of: size.columns) + margin)
        let height = number(top(of: size.rows) + margin)
        let head = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
                + #"width="\#(width)" height="\#(height)" role="img">"#,
            "<title>\(XMLText.escaped(title))</title>",
            #"<rect width="100%" height="100%" rx="8" fill="\#(palette.background)"/>"#,
            #"<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" "#
                + #"font-size="\#(number(fontSize))" xml:space="preserve">"#,
        ]
        return (head + drawings + ["</g>", "</svg>"]).joined(separator: "\n") + "\n"
    }

    static func left(of column: Int) -> Int { margin + column * cellWidth }
    static func top(of row: Int) -> Int { margin + row * cellHeight }

    /// Returns the drawing of one row: backgrounds that differ from the screen's, then the texts over them.
    static func row(_ cells: ArraySlice<Cell>, at row: Int, _ palette: PicturePalette) -> [String] {
        let runs = runs(of: cells)
        let backgrounds = runs.compactMap { run -> String? in
            let fill = run.colors(palette).background
            guard fill != palette.background else { return nil }
            let (x, y, width) = (
                number(left(of: run.column)), number(top(of: row)), number(run.columns * cellWidth)
            )
            return
                #"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(number(cellHeight))" fill="\#(fill)"/>"#
        }
        return backgrounds + runs.flatMap { $0.texts(at: row, palette) }
    }

    private static func runs(of cells: ArraySlice<Cell>) -> [StyledRun] {
        var runs: [StyledRun] = []
        for (column, cell) in cells.enumerated() {
            if let last = runs.indices.last, runs[last].style == cell.style {
                runs[last].cells.append(cell)
            } else {
                runs.append(StyledRun(column: column, style: cell.style, cells: [cell]))
            }
        }
        return runs
    }

    /// Formats tenths as a decimal number, without `.0`.
    static func number(_ tenths: Int) -> String {
        tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }
}

/// Neighbouring cells of one style.
private struct StyledRun {
    let column: Int
    let style: CellStyle
    var cells: [Cell]

    var columns: Int { cells.count }

    func colors(_ palette: PicturePalette) -> (foreground: String, background: String) {
        let foreground = palette.hex(style.foreground, isBackground: false)
        let background = palette.hex(style.background, isBackground: true)
        return style.attributes.contains(.reverse) ? (background, foreground) : (foreground, background)
    }

    /// Returns the words of the run, each at its column. Blanks are left out.
    func texts(at row: Int, _ palette: PicturePalette) -> [String] {
        let fill = colors(palette).foreground
        return words.map { word in
            let x = SVG.number(SVG.left(of: column + word.offset))
            let y = SVG.number(SVG.top(of: row) + 134)
            let length = SVG.number(word.columns * SVG.cellWidth)
            return #"<text x="\#(x)" y="\#(y)" fill="\#(fill)" textLength="\#(length)" "#
                + #"lengthAdjust="spacingAndGlyphs"\#(attributes)>\#(XMLText.escaped(word.text))</text>"#
        }
    }

    private var attributes: String {
        let named: [(Attributes, String)] = [
            (.bold, #" font-weight="bold""#), (.dim, #" opacity="0.6""#), (.italic, #" font-style="italic""#),
            (.underline, #" text-decoration="underline""#),
        ]
        return named.filter { style.attributes.contains($0.0) }.map(\.1).joined()
    }

    private struct Word {
        var offset: Int
        var columns: Int
        var text: String
    }

    /// The text split at two or more blanks. An underlined run is one word, because its blanks are visible.
    private var words: [Word] {
        var words: [Word] = []
        var blanks = 0
        for (offset, cell) in cells.enumerated() {
            let isBlank = cell.glyph == .blank && !style.attributes.contains(.underline)
            if isBlank {
                blanks += 1
                continue
            }
            if blanks > 1 || words.isEmpty {
                words.append(Word(offset: offset, columns: 0, text: ""))
            } else if blanks == 1, let last = words.indices.last {
                words[last].text += " "
                words[last].columns += 1
            }
            blanks = 0
            if let last = words.indices.last {
                cell.glyph.append(to: &words[last].text)
                words[last].columns += 1
            }
        }
        return words
    }
}
