/// Where a list stands: the row of the cursor and the first row on screen.
///
/// The cursor follows its item: rows that come, go or move under it do not move it to another one.
package struct ListPosition: Sendable, Hashable {
    /// The row of the cursor, from 0.
    package private(set) var cursor = 0
    /// The first row on screen.
    package private(set) var top = 0
    /// What the cursor is on, by name.
    package var item: String?

    /// How many rows stay visible beyond the cursor, where there are any.
    package static let margin = 2

    /// A list at its beginning.
    package init() {}

    /// Puts the cursor on a row.
    package mutating func move(to row: Int, count: Int, item: (Int) -> String?) {
        cursor = max(0, min(row, count - 1))
        self.item = count > 0 ? item(cursor) : nil
    }

    /// How far around its old place an item is looked for before it is looked for everywhere.
    private static let reach = 64

    /// Finds the item again after the rows changed, or stays near where it was.
    ///
    /// - Parameter place: the place of an item wherever it is, nil where it is not listed.
    package mutating func follow(count: Int, item: (Int) -> String?, place: (String) -> Int?) {
        defer { self.item = count > 0 ? item(cursor) : nil }
        guard count > 0 else {
            cursor = 0
            return
        }
        cursor = min(cursor, count - 1)
        guard let wanted = self.item, item(cursor) != wanted else { return }
        // Most changes move an item by little: look around the old place first.
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

    /// Scrolls so that the cursor is on screen.
    package mutating func reveal(rows: Int, count: Int) {
        guard rows > 0 else { return }
        let margin = min(Self.margin, (rows - 1) / 2)
        if cursor < top + margin { top = cursor - margin }
        if cursor > top + rows - 1 - margin { top = cursor - rows + 1 + margin }
        top = max(0, min(top, count - rows))
    }

    /// Scrolls without moving the cursor off the screen's rows.
    package mutating func scroll(by lines: Int, rows: Int, count: Int, item: (Int) -> String?) {
        top = max(0, min(top + lines, count - rows))
        let margin = min(Self.margin, max(0, (rows - 1) / 2))
        let low = top == 0 ? 0 : top + margin
        let high = top + rows >= count ? count - 1 : top + rows - 1 - margin
        if cursor < low || cursor > high { move(to: max(low, min(cursor, high)), count: count, item: item) }
    }
}
