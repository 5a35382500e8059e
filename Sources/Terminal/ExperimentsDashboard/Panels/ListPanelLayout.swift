/// The places of the parts of a full-screen list, without the footer.
struct ListPanelLayout {
    /// The whole area. If there is room for a frame, the first line of the dashboard stays visible above it.
    let screen: CellRect
    /// The tabs above the frame; empty if they are covered.
    let tabs: CellRect
    /// The frame of the list; empty if there is no room for it.
    let frame: CellRect
    /// The title of the list, if there is no frame.
    let header: CellRect
    /// The titles of the columns; empty if there are none, or no room.
    let titles: CellRect
    let list: CellRect
    /// The boxes about the selected row, below the list; empty if there are none, or no room.
    let details: CellRect
    /// The filter or the search: the last line. On a low screen it belongs to the list.
    let prompt: CellRect
    /// Whether the prompt has a separate line, which remains while it is empty.
    let hasPrompt: Bool

    /// The minimum number of free rows below a list without a frame that are used for details.
    private static let leastFree = 7

    /// - Parameters:
    ///   - listed: the number of rows above the boxes about the selected one; nil for a list without boxes.
    ///   - boxRows: the number of rows for boxes of a fixed height.
    ///   - hasTabs: whether the tabs stay visible above a frame.
    init(
        _ size: CellSize, hasTitles: Bool = true, listed: Int? = nil, boxRows: Int = 0, hasTabs: Bool = false
    ) {
        let titleRows = hasTitles && size.rows >= 7 ? 1 : 0
        let whole = CellRect(size).splitBottom(1).rest
        hasPrompt = size.rows >= 10
        prompt = whole.line(whole.rows - 1)
        let rows: CellRect
        if Layout.hasFrames(size) {
            // The first line names the source, so it stays visible.
            (tabs, screen) = whole.splitTop(1).rest.splitTop(hasTabs ? 1 : 0)
            header = screen.line(-1)
            let body = screen.splitBottom(1).rest
            // An empty list has two lines of text.
            let below = listed.map { Layout.detailRows(below: max(2, $0) + titleRows + 2, of: body.rows) }
            (frame, details) = body.splitBottom(below ?? boxRows)
            rows = frame.inset(by: 1)
        } else {
            screen = whole
            tabs = screen.line(-1)
            frame = screen.line(-1)
            header = screen.line(0)
            let body = screen.splitTop(1).rest.splitBottom(hasPrompt ? 1 : 0).rest
            // Use only what a short list leaves free.
            let free = listed.map { body.rows - max(2, $0) - titleRows - 1 } ?? 0
            (rows, details) = body.splitBottom(free >= Self.leastFree ? free : 0)
        }
        (titles, list) = rows.splitTop(titleRows)
    }

    /// Clears the area, and draws the frame of the list or its title line.
    func draw(_ title: BoxTitle, on canvas: inout Canvas) {
        canvas.fill(screen, .text)
        guard frame.isEmpty else { return Box.draw(title, in: frame, isActive: true, &canvas) }
        canvas.fill(header, .header)
        var spans = [Span(title.title, .title)]
        for note in title.notes {
            let part = [Span("  ", .header), Span(note.text, note.role == .dim ? .header : note.role)]
            guard HeaderView.width(of: spans + part) <= header.columns - 2 else { break }
            spans += part
        }
        canvas.put(
            spans, at: CellPoint(column: header.column + 1, row: header.row), maxColumns: header.columns - 2)
    }
}
