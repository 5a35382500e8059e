/// Writes frames in the control sequences that every terminal with 24-bit colors understands, regardless of its
/// description. Writes only the differences from the previous frame, in as few bytes as possible.
///
/// A pure value: it returns bytes, which the owner of the terminal sends.
package struct FrameWriter {
    /// The bytes to send, between the marks of a synchronized update.
    package private(set) var bytes: [UInt8] = []
    private let size: CellSize
    private let isUnicode: Bool
    private var pen = Pen()

    /// The known state of the terminal; nil if unknown.
    private struct Pen {
        var row: Int?
        var column: Int?
        var style: CellStyle?
        var link: Hyperlink?
    }

    /// The links of the frame being written.
    private var links: [Frame.Link] = []

    /// The maximum number of unchanged cells to write again, which is shorter than jumping over them.
    private static let shortGap = 4

    /// - Parameters:
    ///   - size: the size of the terminal; anything beyond it is cut off.
    ///   - isUnicode: whether characters other than ASCII can be shown.
    package init(size: CellSize, isUnicode: Bool) {
        self.size = size
        self.isUnicode = isUnicode
        bytes.reserveCapacity(4096)
    }

    /// Writes a frame over the one shown.
    ///
    /// - Parameter shown: the frame on the terminal; nil if it is not known, and the terminal must be cleared.
    package mutating func write(_ frame: Frame, over shown: Frame?) {
        bytes += "\u{1b}[?2026h".utf8
        let before = shown?.size == frame.size ? shown : nil
        if before == nil {
            bytes += "\u{1b}[m\u{1b}[H\u{1b}[2J".utf8
            pen.style = .terminal
        }
        links = frame.links
        let blank = Cell()
        frame.cells.withUnsafeBufferPointer { new in
            guard let before else {
                for row in 0..<min(frame.size.rows, size.rows) {
                    write(new, row: row, width: frame.size.columns) { new[$0] == blank }
                }
                return
            }
            before.cells.withUnsafeBufferPointer { old in
                let relinked = Set(frame.links).symmetricDifference(before.links)
                guard old.baseAddress != new.baseAddress || !relinked.isEmpty else { return }
                let width = frame.size.columns
                for row in 0..<min(frame.size.rows, size.rows) {
                    write(new, row: row, width: width) { place in
                        new[place] == old[place]
                            && !relinked.contains { $0.contains(column: place - row * width, row: row) }
                    }
                }
            }
        }
        adopt(nil)
        if let style = pen.style, style != .terminal { bytes += "\u{1b}[m".utf8 }
        let cursor = frame.cursor ?? CellPoint(column: 0, row: size.rows - 1)
        move(
            row: max(0, min(cursor.row, size.rows - 1)), column: max(0, min(cursor.column, size.columns - 1)))
        bytes += "\u{1b}[?2026l".utf8
    }

    /// Writes the changes in a row.
    private mutating func write(
        _ cells: UnsafeBufferPointer<Cell>, row: Int, width: Int, isShown: (Int) -> Bool
    ) {
        let (start, end) = (row * width, row * width + min(width, size.columns))
        var place = start
        while place < end {
            while place < end, isShown(place) { place += 1 }
            guard place < end else { return }
            // The right half of a wide glyph is written with its left half.
            if cells[place].isContinuation, place > start { place -= 1 }
            goTo(row: row, column: place - start, cells, start)
            while place < end, !isShown(place) || cells[place].isContinuation {
                move(row: row, column: place - start)
                adopt(links.first { $0.contains(column: place - start, row: row) }?.target)
                place += put(cells[place], room: end - place)
            }
        }
    }

    /// Moves the pen. Writes the cells in between again if there are only a few.
    private mutating func goTo(row: Int, column: Int, _ cells: UnsafeBufferPointer<Cell>, _ start: Int) {
        if links.isEmpty, pen.row == row, let last = pen.column, last < column, column - last <= Self.shortGap
        {
            let gap = cells[start + last..<start + column]
            if gap.allSatisfy({ $0.style == pen.style && $0.glyph.ascii == $0.glyph.scalars.0 }) {
                for cell in gap { _ = put(cell, room: size.columns) }
                return
            }
        }
        move(row: row, column: column)
    }

    private mutating func move(row: Int, column: Int) {
        if pen.row == row, pen.column == column { return }
        if pen.row == row {
            append(column + 1, between: "\u{1b}[", "G")
        } else {
            append(row + 1, between: "\u{1b}[", ";")
            append(column + 1, between: "", "H")
        }
        (pen.row, pen.column) = (row, column)
    }

    /// Writes a cell. Returns the number of columns it took.
    private mutating func put(_ cell: Cell, room: Int) -> Int {
        adopt(cell.style)
        let glyph = cell.glyph
        let width = max(1, glyph.width)
        if glyph.width == 0 || width > room {
            bytes.append(0x20)
            return advance(by: 1)
        }
        guard isUnicode else {
            for _ in 0..<width { bytes.append(glyph.ascii) }
            return advance(by: width)
        }
        glyph.append(to: &bytes)
        let taken = advance(by: width)
        // Not every terminal knows the newest characters, so the position of the cursor after them is unknown.
        if glyph.isOfDoubtfulWidth { pen.column = nil }
        return taken
    }

    /// Moves the position. At the right edge, terminals wait for the next character before they go to the next line.
    private mutating func advance(by columns: Int) -> Int {
        pen.column = pen.column.map { $0 + columns }
        if let column = pen.column, column >= size.columns { pen.column = nil }
        return columns
    }

    private mutating func adopt(_ link: Hyperlink?) {
        guard pen.link != link else { return }
        bytes += (link?.start ?? Hyperlink.end).utf8
        pen.link = link
    }

    private mutating func adopt(_ style: CellStyle) {
        guard pen.style != style else { return }
        bytes += "\u{1b}[".utf8
        var isFirst = true
        func separate(_ bytes: inout [UInt8]) {
            if !isFirst { bytes.append(UInt8(ascii: ";")) }
            isFirst = false
        }
        var before = pen.style ?? .terminal
        // Attributes can only be ended all together.
        if pen.style == nil || !before.attributes.isSubset(of: style.attributes) {
            separate(&bytes)
            bytes.append(UInt8(ascii: "0"))
            before = .terminal
        }
        for (attribute, code) in Self.codes
        where style.attributes.contains(attribute) && !before.attributes.contains(attribute) {
            separate(&bytes)
            bytes.append(code)
        }
        if before.foreground != style.foreground {
            separate(&bytes)
            append(style.foreground, isBackground: false)
        }
        if before.background != style.background {
            separate(&bytes)
            append(style.background, isBackground: true)
        }
        bytes.append(UInt8(ascii: "m"))
        pen.style = style
    }

    private static let codes: [(attribute: Attributes, code: UInt8)] = [
        (.bold, UInt8(ascii: "1")), (.dim, UInt8(ascii: "2")), (.italic, UInt8(ascii: "3")),
        (.underline, UInt8(ascii: "4")), (.reverse, UInt8(ascii: "7")),
    ]

    private mutating func append(_ color: Color, isBackground: Bool) {
        let offset = isBackground ? 10 : 0
        switch color {
        case .terminal: append(39 + offset)
        case .ansi(let index): append(Int(index & 7) + (index & 8 == 0 ? 30 : 90) + offset)
        case .indexed(let index):
            append(38 + offset)
            append(Int(index), between: ";5;", "")
        case .rgb(let red, let green, let blue):
            append(38 + offset)
            append(Int(red), between: ";2;", ";")
            append(Int(green), between: "", ";")
            append(Int(blue))
        }
    }

    private mutating func append(_ number: Int, between before: StaticString, _ after: StaticString) {
        before.withUTF8Buffer { bytes += $0 }
        append(number)
        after.withUTF8Buffer { bytes += $0 }
    }

    /// Appends a number in decimal digits without creating a string.
    private mutating func append(_ number: Int) {
        if number >= 10 { append(number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

extension Glyph {
    /// Whether terminals may differ in the number of columns for this glyph.
    fileprivate var isOfDoubtfulWidth: Bool {
        let scalars = scalars
        if width != 1 || scalars.1 != 0 { return true }
        // Letters, punctuation, arrows and lines are old and the same everywhere.
        return scalars.0 >= 0x0590 && !(0x1e00..<0x2c00).contains(scalars.0)
    }
}
