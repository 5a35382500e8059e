/// A list of choices. The selected one is always visible.
package struct ChoiceList: Sendable {
    private let selected: Int
    private let count: Int
    private let rect: CellRect

    /// - Parameter rect: the area of the choices.
    package init(selected: Int, count: Int, in rect: CellRect) {
        self.selected = selected
        self.count = count
        self.rect = rect
    }

    /// The choices that are on the screen.
    package var visible: Range<Int> {
        let top = max(0, min(selected - rect.rows / 2, count - rect.rows))
        return top..<max(top, min(count, top + rect.rows))
    }

    /// The choice at a point of the screen.
    package func choice(at point: CellPoint) -> Int? {
        guard rect.contains(point) else { return nil }
        let choice = visible.lowerBound + point.row - rect.row
        return visible.contains(choice) ? choice : nil
    }

    /// Returns the line of a choice.
    package func line(of choice: Int) -> CellRect { rect.line(choice - visible.lowerBound) }

    /// Draws the choices and marks the selected one.
    package func draw(_ texts: [String], _ canvas: inout Canvas) {
        for choice in visible where texts.indices.contains(choice) {
            let row = line(of: choice)
            canvas.put(
                (choice == selected ? "› " : "  ") + texts[choice], at: row.origin, .popup,
                maxColumns: rect.columns)
            if choice == selected {
                canvas.frame.layer(canvas.theme[.cursorRow], over: row)
                canvas.frame.cursor = row.origin
            }
        }
        drawScrollBar(&canvas)
    }

    /// Draws a scroll bar on the border of the choices' box.
    package func drawScrollBar(_ canvas: inout Canvas) {
        Box.drawScrollBar(
            ScrollBar(top: visible.lowerBound, visible: rect.rows, count: count), beside: rect, &canvas)
    }
}

/// The position of a list: the row of the cursor and the first row on screen.
///
/// The cursor follows its item when rows are added, removed or moved.
package struct ListPosition: Sendable, Hashable {
    /// The row of the cursor, from 0.
    package private(set) var cursor = 0
    /// The first row on the screen.
    package private(set) var top = 0
    /// The identity of the row under the cursor.
    package var item: String?

    /// The number of rows that stay visible above and below the cursor, if there are any.
    package static let margin = 2

    /// Creates a position at the beginning.
    package init() {}

    /// Puts the cursor on a row.
    package mutating func move(to row: Int, count: Int, item: (Int) -> String?) {
        cursor = max(0, min(row, count - 1))
        self.item = count > 0 ? item(cursor) : nil
    }

    /// The distance from its old index within which an item is searched for first.
    private static let reach = 64

    /// Finds the item again after the rows changed, or stays near its old index.
    ///
    /// - Parameter place: returns the index of an item; nil if it is not listed.
    package mutating func follow(count: Int, item: (Int) -> String?, place: (String) -> Int?) {
        defer { self.item = count > 0 ? item(cursor) : nil }
        guard count > 0 else {
            cursor = 0
            return
        }
        cursor = min(cursor, count - 1)
        guard let wanted = self.item, item(cursor) != wanted else { return }
        // Most changes move an item only a little.
        for distance in 1..<max(2, min(count, Self.reach)) {
            if cursor + distance < count, item(cursor + distance) == wanted {
                cursor += distance
                return
            }
            if cursor >= distance, item(cursor - distance) == wanted {
                cursor -= distance
                return
            }
        }
        if count > Self.reach, let place = place(wanted), place < count { cursor = place }
    }

    /// Scrolls so that the cursor is on the screen.
    package mutating func reveal(rows: Int, count: Int) {
        guard rows > 0 else { return }
        let margin = min(Self.margin, (rows - 1) / 2)
        if cursor < top + margin { top = cursor - margin }
        if cursor > top + rows - 1 - margin { top = cursor - rows + 1 + margin }
        top = max(0, min(top, count - rows))
    }

    /// Scrolls. The cursor stays on the screen.
    package mutating func scroll(by lines: Int, rows: Int, count: Int, item: (Int) -> String?) {
        top = max(0, min(top + lines, count - rows))
        let margin = min(Self.margin, max(0, (rows - 1) / 2))
        let low = top == 0 ? 0 : top + margin
        let high = top + rows >= count ? count - 1 : top + rows - 1 - margin
        if cursor < low || cursor > high { move(to: max(low, min(cursor, high)), count: count, item: item) }
    }
}

/// The part of a list that is on the screen, for its scroll bar.
package struct ScrollBar: Sendable, Hashable {
    /// The first row on the screen.
    let top: Int
    /// The maximum number of rows on the screen.
    let visible: Int
    /// The number of rows in the list.
    let count: Int

    package init(top: Int, visible: Int, count: Int) {
        self.top = top
        self.visible = visible
        self.count = count
    }

    /// The place of the bar of a list: on the border at its right, or else in the column that its rows leave free.
    package static func place(besideList list: CellRect, on screen: CellSize) -> CellRect {
        let isAtEdge = list.endColumn >= screen.columns
        return CellRect(
            column: list.endColumn - (isAtEdge ? 1 : 0), row: list.row, columns: 1, rows: list.rows)
    }

    /// The part of a scroll bar for the visible rows: at least one row, and at an end of the bar only if the list is at
    /// that end. Nil if everything is visible.
    package func thumb(rows: Int) -> Range<Int>? {
        guard rows > 0, visible > 0, count > visible else { return nil }
        let length = max(1, min(rows - 1, rows * visible / count))
        let (room, last) = (rows - length, count - visible)
        let place = max(0, min(top, last))
        // Touch an end only if the list is at that end, unless there is no row in between.
        var start = (place * room + last / 2) / last
        if place > 0, start == 0, room > 1 { start = 1 }
        if place < last, start == room, room > 1 { start = room - 1 }
        return start..<start + length
    }
}
