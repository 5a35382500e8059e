/// A frame that is being drawn with a theme.
package struct Canvas {
    package var frame: Frame
    package let theme: Theme
    /// Whether scroll bars are drawn. They are not drawn under a panel, because they would seem to belong to it.
    package var showsScrollBars = true

    package init(frame: Frame, theme: Theme) {
        self.frame = frame
        self.theme = theme
    }

    /// Draws text in the style of a role. Returns the number of columns used.
    @discardableResult
    package mutating func put(
        _ text: some StringProtocol, at point: CellPoint, _ role: Role, maxColumns: Int = .max,
        overflow: Overflow = .tail
    ) -> Int {
        frame.put(text, at: point, style: theme.text(role), maxColumns: maxColumns, overflow: overflow)
    }

    /// Fills a rectangle in the style of a role.
    ///
    /// - Parameter ground: the role whose colors are used if the style has none.
    package mutating func fill(
        _ rect: CellRect, _ role: Role, character: Character = " ", on ground: Role = .text
    ) {
        frame.fill(rect, style: theme[role].over(theme[ground]), character: character)
    }

    /// Draws the scroll bar along a rectangle one column wide; nothing if all lines are on screen.
    ///
    /// - Parameter isBorder: whether it is drawn over the border of a box, as a part of its line.
    package mutating func put(_ bar: ScrollBar, along rect: CellRect, isBorder: Bool = false) {
        guard showsScrollBars else { return }
        for row in bar.thumb(rows: rect.rows) ?? 0..<0 {
            let place = CellPoint(column: rect.column, row: rect.row + row)
            put(isBorder ? "┃" : "▐", at: place, .scrollBar, maxColumns: 1)
        }
    }

    /// Draws the scroll bar of a list that takes all the width of its box or of the screen.
    package mutating func put(_ bar: ScrollBar, besideList list: CellRect) {
        let place = ScrollBar.place(besideList: list, on: frame.size)
        put(bar, along: place, isBorder: place.column >= list.endColumn)
    }

    /// Draws runs of text one after the other, as far as they fit. Returns the number of columns used.
    @discardableResult
    package mutating func put(_ spans: [Span], at point: CellPoint, maxColumns: Int) -> Int {
        var used = 0
        for span in spans where used < maxColumns {
            let place = CellPoint(column: point.column + used, row: point.row)
            let columns = put(span.text, at: place, span.role, maxColumns: maxColumns - used)
            frame.link(
                CellRect(column: place.column, row: place.row, columns: columns, rows: 1), to: span.link)
            used += columns
        }
        return used
    }
}

/// A run of text in the style of one role.
package struct Span: Sendable, Hashable {
    package let text: String
    package let role: Role
    /// The target of a link; nil if the text is not a link.
    package let link: Hyperlink?

    package init(_ text: String, _ role: Role = .text, link: Hyperlink? = nil) {
        self.text = text
        self.role = role
        self.link = link
    }

    /// The number of columns.
    package var width: Int { DisplayText(text).width }
}

extension Span {
    /// Returns the span in as many lines of at most `columns` columns as it needs, up to `limit` lines.
    package func wrapped(to columns: Int, limit: Int) -> [[Span]] {
        DisplayText(text).wrapped(to: columns, limit: limit).map { [Span($0, role)] }
    }
}
