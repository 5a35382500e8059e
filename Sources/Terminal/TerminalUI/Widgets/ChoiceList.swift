/// Choices of which one is chosen, which is always on the screen.
package struct ChoiceList: Sendable {
    private let selected: Int
    private let count: Int
    private let rect: CellRect

    /// - Parameter rect: where they are.
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

    /// The line of a choice.
    package func line(of choice: Int) -> CellRect { rect.line(choice - visible.lowerBound) }

    /// Draws them, the chosen one marked.
    package func draw(_ texts: [String], _ canvas: inout Canvas) {
        for choice in visible where texts.indices.contains(choice) {
            let row = line(of: choice)
            canvas.put(
                (choice == selected ? "› " : "  ") + texts[choice], at: row.origin, .popup, maxColumns: rect.columns)
            if choice == selected {
                canvas.frame.layer(canvas.theme[.cursorRow], over: row)
                canvas.frame.cursor = row.origin
            }
        }
        drawScrollBar(&canvas)
    }

    /// Says which of the choices are on the screen, on the border of the box that they stand in.
    package func drawScrollBar(_ canvas: inout Canvas) {
        Box.drawScrollBar(
            ScrollBar(top: visible.lowerBound, visible: rect.rows, count: count), beside: rect, &canvas)
    }
}
