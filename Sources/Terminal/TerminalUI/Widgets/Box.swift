/// The texts in the borders of a box.
package struct BoxTitle: Sendable {
    /// The name of the box, at the left of the upper border.
    package var title: String
    /// Notes about the box, after the title.
    package var notes: [String]
    /// The position in it, or how much it holds, at the right of the lower border.
    package var count: String
    /// The keys that work on it, in the lower border.
    package var keys: [KeyHint]

    package init(_ title: String, notes: [String] = [], count: String = "", keys: [KeyHint] = []) {
        (self.title, self.notes, self.count, self.keys) = (title, notes, count, keys)
    }
}

/// Draws boxes: titled, with rounded corners. Panes beside each other, and windows over the screen.
package enum Box {
    /// The roles that a box is drawn in.
    private struct Look {
        let border: Role
        let title: Role
        let note: Role

        static let pane = Look(border: .border, title: .title, note: .dim)
        static let active = Look(border: .borderActive, title: .title, note: .dim)
        static let popup = Look(border: .popupBorder, title: .popupTitle, note: .popupBorder)
    }

    /// Where the inside of a box over the screen is. The last line of the screen stays free for hints.
    package static func inside(_ size: CellSize, on screen: CellRect) -> CellRect {
        outside(size, on: screen).inset(columns: 2, rows: 1)
    }

    /// The number of lines that fit in a box over the screen.
    package static func rows(of count: Int, on size: CellSize) -> Int {
        max(1, inside(CellSize(columns: 1, rows: count), on: CellRect(size)).rows)
    }

    private static func outside(_ size: CellSize, on screen: CellRect) -> CellRect {
        screen.splitBottom(1).rest.centered(CellSize(columns: size.columns + 4, rows: size.rows + 2))
    }

    /// Draws an empty box over the middle of the screen, and answers its inside.
    package static func draw(_ title: String, size: CellSize, on canvas: inout Canvas) -> CellRect {
        let rect = outside(size, on: canvas.frame.bounds)
        drawShadow(of: rect, &canvas)
        canvas.fill(rect, .popup)
        drawBorders(BoxTitle(title), in: rect, .popup, on: .popup, &canvas)
        return rect.inset(columns: 2, rows: 1)
    }

    /// Draws the borders of a pane.
    ///
    /// - Parameters:
    ///   - isActive: whether it takes the keys.
    ///   - ground: the role of its background.
    package static func draw(
        _ title: BoxTitle, in rect: CellRect, isActive: Bool = false, on ground: Role = .text, _ canvas: inout Canvas
    ) {
        drawBorders(title, in: rect, isActive ? .active : .pane, on: ground, &canvas)
    }

    /// Draws the upper border only, with the texts of both: for a screen with no room for frames.
    package static func drawTitle(
        _ title: BoxTitle, in line: CellRect, isActive: Bool = false, on ground: Role = .text, _ canvas: inout Canvas
    ) {
        guard !line.isEmpty else { return }
        let look = isActive ? Look.active : .pane
        canvas.fill(line, look.border, character: "─", on: ground)
        let used = putTitle(title, in: line, look, &canvas)
        putCount(title, in: line.splitLeft(used + 1).rest, look, &canvas)
    }

    private static func drawBorders(
        _ title: BoxTitle, in rect: CellRect, _ look: Look, on ground: Role, _ canvas: inout Canvas
    ) {
        guard rect.columns > 1, rect.rows > 1 else { return }
        let (top, bottom) = (rect.line(0), rect.line(rect.rows - 1))
        canvas.fill(top, look.border, character: "─", on: ground)
        canvas.fill(bottom, look.border, character: "─", on: ground)
        let sides = rect.inset(columns: 0, rows: 1)
        canvas.fill(sides.splitLeft(1).left, look.border, character: "│", on: ground)
        canvas.fill(sides.splitRight(1).right, look.border, character: "│", on: ground)
        let corners = [
            ("╭", rect.column, rect.row), ("╮", rect.endColumn - 1, rect.row),
            ("╰", rect.column, rect.endRow - 1), ("╯", rect.endColumn - 1, rect.endRow - 1),
        ]
        for (corner, column, row) in corners {
            canvas.put(corner, at: CellPoint(column: column, row: row), look.border)
        }
        putTitle(title, in: top.inset(columns: 1), look, &canvas)
        putCount(title, in: bottom.inset(columns: 1), look, &canvas)
    }

    /// Puts the title and as many of the notes as fit on a border.
    ///
    /// - Returns: the columns of the border that are taken.
    @discardableResult
    private static func putTitle(_ title: BoxTitle, in line: CellRect, _ look: Look, _ canvas: inout Canvas) -> Int {
        guard !title.title.isEmpty, line.columns > 4 else { return 0 }
        let start = CellPoint(column: line.column + 1, row: line.row)
        var used = 1 + canvas.put(" \(title.title) ", at: start, look.title, maxColumns: line.columns - 2)
        for note in title.notes {
            let width = DisplayText(note).width + 2
            guard used + 2 + width <= line.columns - 1 else { break }
            let place = CellPoint(column: line.column + used + 2, row: line.row)
            used += 2 + canvas.put(" \(note) ", at: place, look.note, maxColumns: width)
        }
        return used
    }

    /// Puts the count and the keys at the right of a border, the last keys left out first.
    private static func putCount(_ title: BoxTitle, in line: CellRect, _ look: Look, _ canvas: inout Canvas) {
        var parts = title.keys.map { [Span(" \($0.keys)", .footerKey), Span(" \($0.word) ", look.note)] }
        if !title.count.isEmpty { parts.append([Span(" \(title.count) ", look.note)]) }
        func width(_ parts: [[Span]]) -> Int { parts.reduce(-1) { $1.reduce($0 + 1) { $0 + $1.width } } }
        while !parts.isEmpty, width(parts) + 2 > line.columns {
            parts.remove(at: max(0, parts.count - (title.count.isEmpty || parts.count == 1 ? 1 : 2)))
        }
        var column = line.endColumn - 1 - width(parts)
        for part in parts {
            column += 1 + canvas.put(part, at: CellPoint(column: column, row: line.row), maxColumns: .max)
        }
    }

    /// The light comes from the top left. The last line of the screen is for hints, and stays bright.
    private static func drawShadow(of rect: CellRect, _ canvas: inout Canvas) {
        let screen = canvas.frame.bounds.splitBottom(1).rest
        let right = CellRect(column: rect.endColumn, row: rect.row + 1, columns: 2, rows: rect.rows)
        let below = CellRect(column: rect.column + 2, row: rect.endRow, columns: rect.columns - 2, rows: 1)
        for part in [right, below] {
            canvas.frame.layer(canvas.theme[.shadow], over: part.intersection(screen))
        }
    }

    /// Draws a scroll bar on the right border, beside a part of the inside that is as wide as all of it.
    package static func drawScrollBar(_ bar: ScrollBar, beside part: CellRect, _ canvas: inout Canvas) {
        let border = CellRect(column: part.endColumn + 1, row: part.row, columns: 1, rows: part.rows)
        canvas.put(bar, along: border)
    }
}
