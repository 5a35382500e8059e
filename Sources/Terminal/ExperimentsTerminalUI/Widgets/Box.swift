/// The texts in the borders of a box.
package struct BoxTitle: Sendable {
    /// The name of the box, at the left of the upper border.
    package var title: String
    /// Notes about the box, after the title.
    package var notes: [Span]
    /// The position in the box or the size of its content, at the right of the lower border.
    package var count: String
    /// The keys for the box, in the lower border.
    package var keys: [KeyHint]

    package init(_ title: String, notes: [Span], count: String = "", keys: [KeyHint] = []) {
        self.title = title
        self.notes = notes
        self.count = count
        self.keys = keys
    }

    package init(_ title: String, notes: [String] = [], count: String = "", keys: [KeyHint] = []) {
        self.init(title, notes: notes.map { Span($0, .dim) }, count: count, keys: keys)
    }
}

/// Draws boxes with titles and rounded corners: panes beside each other, and windows over the screen.
package enum Box {
    /// The roles of the parts of a box.
    private struct Look {
        let border: Role
        let title: Role
        let note: Role

        static let pane = Look(border: .border, title: .title, note: .dim)
        static let active = Look(border: .borderActive, title: .title, note: .dim)
        static let popup = Look(border: .popupBorder, title: .popupTitle, note: .popupBorder)
    }

    /// Returns the inside of a box over the screen. The last line of the screen stays free for hints.
    package static func inside(_ size: CellSize, on screen: CellRect) -> CellRect {
        outside(size, on: screen).inset(columns: 2, rows: 1)
    }

    /// The number of lines that fit in a box over the screen.
    package static func rows(of count: Int, on size: CellSize) -> Int {
        max(1, inside(CellSize(columns: 1, rows: count), on: CellRect(size)).rows)
    }

    private static func outside(_ size: CellSize, on screen: CellRect) -> CellRect {
        let area = screen.splitBottom(1).rest
        // Cover a strip beside the box that is too narrow for words.
        let columns = size.columns + 4 + leastStrip > area.columns ? area.columns : size.columns + 4
        return area.centered(CellSize(columns: columns, rows: size.rows + 2))
    }

    private static let leastStrip = 8

    /// Draws an empty box over the middle of the screen and returns its inside.
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
    ///   - isActive: whether it has the focus.
    ///   - ground: the role of its background.
    package static func draw(
        _ title: BoxTitle, in rect: CellRect, isActive: Bool = false, on ground: Role = .text,
        _ canvas: inout Canvas
    ) {
        drawBorders(title, in: rect, isActive ? .active : .pane, on: ground, &canvas)
    }

    /// Draws only the upper border, with the texts of both borders, on a screen without room for frames.
    package static func drawTitle(
        _ title: BoxTitle, in line: CellRect, isActive: Bool = false, on ground: Role = .text,
        _ canvas: inout Canvas
    ) {
        guard !line.isEmpty else { return }
        let look = isActive ? Look.active : .pane
        canvas.fill(line, look.border, character: "─", on: ground)
        put(
            above(title, in: line, look) + below(title, in: rest(of: line, title, look), look), on: ground,
            &canvas)
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
        put(above(title, in: top.inset(columns: 1), look), on: ground, &canvas)
        put(below(title, in: bottom.inset(columns: 1), look), on: ground, &canvas)
    }

    /// Text on a border.
    private struct Words {
        let place: CellRect
        let spans: [Span]
        /// The key that a click on the text presses.
        var key: KeyHint?

        init(_ spans: [Span], at point: CellPoint, key: KeyHint? = nil) {
            let columns = spans.reduce(0) { $0 + $1.width }
            place = CellRect(column: point.column, row: point.row, columns: columns, rows: 1)
            self.spans = spans
            self.key = key
        }
    }

    /// Draws texts on a border, on the background of the box. A text without a background does not get that of the
    /// border.
    private static func put(_ words: [Words], on ground: Role, _ canvas: inout Canvas) {
        for words in words {
            canvas.fill(words.place, ground)
            canvas.put(words.spans, at: words.place.origin, maxColumns: words.place.columns)
        }
    }

    /// Returns the title and as many of the notes as fit on a border.
    private static func above(_ title: BoxTitle, in line: CellRect, _ look: Look) -> [Words] {
        guard !title.title.isEmpty, line.columns > 4 else { return [] }
        let shown = DisplayText(" \(title.title) ").truncated(to: line.columns - 2)
        var words = [Words([Span(shown, look.title)], at: CellPoint(column: line.column + 1, row: line.row))]
        var end = words[0].place.endColumn
        for note in title.notes {
            let next = Words(
                [Span(" \(note.text) ", note.role)], at: CellPoint(column: end + 2, row: line.row))
            guard next.place.endColumn <= line.endColumn - 1 else { break }
            end = next.place.endColumn
            words.append(next)
        }
        return words
    }

    /// Returns the rest of a border with a title, for the count and the keys.
    private static func rest(of line: CellRect, _ title: BoxTitle, _ look: Look) -> CellRect {
        let end = above(title, in: line, look).last?.place.endColumn ?? line.column
        return line.splitLeft(end - line.column + 1).rest
    }

    /// Returns the keys and the count at the right of a border. The last keys are left out first.
    private static func below(_ title: BoxTitle, in line: CellRect, _ look: Look) -> [Words] {
        var parts: [(spans: [Span], key: KeyHint?)] = title.keys.map {
            ([Span(" \($0.keys)", .footerKey), Span(" \($0.word) ", look.note)], $0)
        }
        if !title.count.isEmpty { parts.append(([Span(" \(title.count) ", look.note)], nil)) }
        func width() -> Int { parts.reduce(-1) { $1.spans.reduce($0 + 1) { $0 + $1.width } } }
        while !parts.isEmpty, width() + 2 > line.columns {
            parts.remove(at: max(0, parts.count - (title.count.isEmpty || parts.count == 1 ? 1 : 2)))
        }
        var column = line.endColumn - 1 - width()
        return parts.map { part in
            let words = Words(part.spans, at: CellPoint(column: column, row: line.row), key: part.key)
            column = words.place.endColumn + 1
            return words
        }
    }

    /// Returns the hint at a point on an upper border without a frame.
    package static func hint(at point: CellPoint, on title: BoxTitle, inTitle line: CellRect) -> KeyHint? {
        below(title, in: rest(of: line, title, .pane), .pane).first { $0.place.contains(point) }?.key
    }

    /// Returns the hint at a point on the border of a pane.
    package static func hint(at point: CellPoint, on title: BoxTitle, in rect: CellRect) -> KeyHint? {
        guard rect.columns > 1, rect.rows > 1 else { return nil }
        return below(title, in: rect.line(rect.rows - 1).inset(columns: 1), .pane)
            .first { $0.place.contains(point) }?.key
    }

    /// Draws the shadow of a box, with the light from the top left. The last line of the screen is for hints and stays
    /// bright.
    private static func drawShadow(of rect: CellRect, _ canvas: inout Canvas) {
        let screen = canvas.frame.bounds.splitBottom(1).rest
        let right = CellRect(column: rect.endColumn, row: rect.row + 1, columns: 2, rows: rect.rows)
        let below = CellRect(column: rect.column + 2, row: rect.endRow, columns: rect.columns - 2, rows: 1)
        for part in [right, below] {
            canvas.frame.layer(canvas.theme[.shadow], over: part.intersection(screen))
        }
    }

    /// Draws a scroll bar on the right border, beside a part of the inside that has its full width.
    package static func drawScrollBar(_ bar: ScrollBar, beside part: CellRect, _ canvas: inout Canvas) {
        let border = CellRect(column: part.endColumn + 1, row: part.row, columns: 1, rows: part.rows)
        canvas.put(bar, along: border, isBorder: true)
    }
}
