/// Which of a list's rows are on screen, for the bar beside it.
package struct ScrollBar: Sendable, Hashable {
    /// The first row on screen.
    let top: Int
    /// How many rows are on screen at most.
    let visible: Int
    /// How many rows there are.
    let count: Int

    package init(top: Int, visible: Int, count: Int) {
        (self.top, self.visible, self.count) = (top, visible, count)
    }

    /// The part of a bar of some rows that stands for what is on screen: at least one row, at an end of the bar only
    /// where the list is at that end. Nil where everything is on screen.
    package func thumb(rows: Int) -> Range<Int>? {
        guard rows > 0, visible > 0, count > visible else { return nil }
        let length = max(1, min(rows - 1, rows * visible / count))
        let (room, last) = (rows - length, count - visible)
        let place = max(0, min(top, last))
        // Neither end is shown as reached before it is, where there is a row between.
        var start = (place * room + last / 2) / last
        if place > 0, start == 0, room > 1 { start = 1 }
        if place < last, start == room, room > 1 { start = room - 1 }
        return start..<start + length
    }
}
