/// A frame being drawn with a theme.
package struct Canvas {
    package var frame: Frame
    package let theme: Theme

    package init(frame: Frame, theme: Theme) {
        self.frame = frame
        self.theme = theme
    }

    /// Draws text in the style of a role. Answers the columns used.
    @discardableResult
    package mutating func put(
        _ text: some StringProtocol, at point: CellPoint, _ role: Role, maxColumns: Int = .max,
        overflow: Overflow = .tail
    ) -> Int {
        frame.put(text, at: point, style: theme.text(role), maxColumns: maxColumns, overflow: overflow)
    }

    /// Fills a rectangle in the style of a role.
    ///
    /// - Parameter ground: the role whose colours it has where its own style names none.
    package mutating func fill(
        _ rect: CellRect, _ role: Role, character: Character = " ", on ground: Role = .text
    ) {
        frame.fill(rect, style: theme[role].over(theme[ground]), character: character)
    }

    /// Draws the bar that says where the rows on screen are among all, along a rectangle one column wide; nothing where
    /// all of them are on screen.
    package mutating func put(_ bar: ScrollBar, along rect: CellRect) {
        for row in bar.thumb(rows: rect.rows) ?? 0..<0 {
            put("▐", at: CellPoint(column: rect.column, row: rect.row + row), .scrollBar, maxColumns: 1)
        }
    }

    /// Draws runs of text one after the other, as far as they fit. Answers the columns used.
    @discardableResult
    package mutating func put(_ spans: [Span], at point: CellPoint, maxColumns: Int) -> Int {
        var used = 0
        for span in spans where used < maxColumns {
            used += put(
                span.text, at: CellPoint(column: point.column + used, row: point.row), span.role,
                maxColumns: maxColumns - used)
        }
        return used
    }
}

/// A run of text in the style of one role.
package struct Span: Sendable, Hashable {
    package let text: String
    package let role: Role

    package init(_ text: String, _ role: Role = .text) {
        self.text = text
        self.role = role
    }

    /// The columns that it takes.
    package var width: Int { DisplayText(text).width }
}

extension Span {
    /// The span on as many lines of at most `columns` columns as it needs; of at most `limit` of them.
    package func wrapped(to columns: Int, limit: Int) -> [[Span]] {
        DisplayText(text).wrapped(to: columns, limit: limit).map { [Span($0, role)] }
    }
}

/// A box in the middle of the screen, over what is there. The last line of the screen stays free for hints.
package enum Box {
    /// Where the inside of a box of this size is, on a screen.
    package static func inside(_ size: CellSize, on screen: CellRect) -> CellRect {
        outside(size, on: screen).inset(columns: 2, rows: 1)
    }

    /// How many of some lines are on the screen at a time where they stand in a box.
    package static func rows(of count: Int, on size: CellSize) -> Int {
        max(1, inside(CellSize(columns: 1, rows: count), on: CellRect(size)).rows)
    }

    private static func outside(_ size: CellSize, on screen: CellRect) -> CellRect {
        screen.splitBottom(1).rest.centered(CellSize(columns: size.columns + 4, rows: size.rows + 2))
    }

    /// Draws an empty box with a border and a title, and answers its inside.
    package static func draw(_ title: String, size: CellSize, on canvas: inout Canvas) -> CellRect {
        let rect = outside(size, on: canvas.frame.bounds)
        drawShadow(of: rect, &canvas)
        canvas.fill(rect, .popup)
        canvas.fill(rect.line(0), .popupBorder, character: "─", on: .popup)
        canvas.fill(rect.line(rect.rows - 1), .popupBorder, character: "─", on: .popup)
        canvas.fill(rect.splitLeft(1).left, .popupBorder, character: "│", on: .popup)
        canvas.fill(rect.splitRight(1).right, .popupBorder, character: "│", on: .popup)
        let corners = [
            ("┌", rect.column, rect.row), ("┐", rect.endColumn - 1, rect.row),
            ("└", rect.column, rect.endRow - 1), ("┘", rect.endColumn - 1, rect.endRow - 1),
        ]
        for (corner, column, row) in corners {
            canvas.put(corner, at: CellPoint(column: column, row: row), .popupBorder)
        }
        canvas.put(
            " \(title) ", at: CellPoint(column: rect.column + 2, row: rect.row), .popupTitle,
            maxColumns: rect.columns - 4)
        return rect.inset(columns: 2, rows: 1)
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
