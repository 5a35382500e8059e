/// A text that no clipboard accepted. It has no border beside it, so that selecting it with the mouse gets nothing
/// else.
struct SelectableText: TextPanel {
    let content: String
    var text = ScrolledText<Filter>()
    let title = "Select it with the mouse"

    init(_ content: String) { self.content = content }

    /// As wide as the screen, so that nothing else is selected with it.
    func lines(_ state: DashboardState) -> [[Span]] {
        Span(content).wrapped(to: state.size.columns, limit: 10_000)
    }

    func visibleRows(of count: Int, _ state: DashboardState) -> Int { max(1, Self.places(on: state.size).rest.rows) }

    /// The line of the title, and the rest; the last line of the screen is the footer's.
    private static func places(on size: CellSize) -> (title: CellRect, rest: CellRect) {
        let (top, rest) = CellRect(size).splitBottom(1).rest.splitTop(1)
        return (top, rest)
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let (line, rest) = Self.places(on: state.size)
        canvas.fill(line, .popup)
        canvas.fill(rest, .popup)
        if text.search.isActive {
            TextSearchView.draw(text.search, "find ", at: text.line ?? -1, in: line, on: .popup, &canvas)
        } else {
            canvas.put(title, at: line.origin, .popupTitle, maxColumns: line.columns)
        }
        let lines = lines(state)
        let end = ScrolledTextView.draw(text, lines, in: rest, &canvas)
        if lines.count > end { ScrolledTextView.drawMore(atEndOf: line, &canvas) }
    }
}
