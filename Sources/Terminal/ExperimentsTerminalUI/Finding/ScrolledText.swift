/// The scroll position of a text that does not fit, and a search in it. The lines belong to the caller, who passes them
/// in.
package struct ScrolledText<Query: TextQuery>: Sendable, Hashable {
    /// The index of the first line shown.
    package private(set) var scroll = 0
    /// The search.
    package private(set) var search = TextSearch<Query>()
    /// The line of the last match.
    package private(set) var line: Int?

    /// Creates the state for a text at its beginning.
    package init() {}

    /// Returns the first visible line for a number of rows on the screen.
    package func top(of count: Int, rows: Int) -> Int { max(0, min(scroll, count - rows)) }

    /// A movement that a key requests.
    package enum Step: Sendable {
        case down, up, pageDown, pageUp, top, bottom, find, findNext, findPrevious, clearSearch
    }

    /// Moves.
    ///
    /// - Parameters:
    ///   - rows: the number of lines on the screen.
    ///   - page: the number of lines in a page.
    package mutating func take(_ step: Step, in lines: [[Span]], rows: Int, page: Int) {
        // Never scroll beyond the end.
        let last = max(0, lines.count - rows)
        switch step {
        case .down: scroll = min(scroll + 1, last)
        case .up: scroll = max(0, scroll - 1)
        case .pageDown: scroll = min(scroll + page, last)
        case .pageUp: scroll = max(0, scroll - page)
        case .top: scroll = 0
        case .bottom: scroll = last
        case .find: search.begin(at: scroll)
        case .findNext, .findPrevious: go(back: step == .findPrevious, in: lines, rows: rows)
        case .clearSearch: clearSearch()
        }
    }

    /// Handles a key while the user types a search.
    package mutating func type(_ press: KeyPress, in lines: [[Span]], rows: Int) {
        switch search.take(press) {
        case .none: break
        case .typed: searchChanged(in: lines, rows: rows)
        case .cancelled(let origin): (scroll, line) = (origin, nil)
        case .go(let back): go(back: back, in: lines, rows: rows)
        }
    }

    /// Inserts text that was pasted while the user types a search.
    package mutating func insert(_ text: String, in lines: [[Span]], rows: Int) {
        guard search.field != nil else { return }
        search.insert(text)
        searchChanged(in: lines, rows: rows)
    }

    private mutating func go(back: Bool, in lines: [[Span]], rows: Int) {
        search.matches = search.matches(in: lines)
        show(search.match(from: line ?? scroll - 1, back: back)?.row, rows: rows)
    }

    private mutating func searchChanged(in lines: [[Span]], rows: Int) {
        search.matches = search.matches(in: lines)
        show(search.match(from: search.origin, orAt: true)?.row, rows: rows)
    }

    private mutating func clearSearch() {
        search.clear()
        line = nil
    }

    private mutating func show(_ match: Int?, rows: Int) {
        line = match
        guard let match else { return }
        let margin = min(2, max(0, (rows - 1) / 2))
        if match < scroll + margin { scroll = max(0, match - margin) }
        if match > scroll + rows - 1 - margin { scroll = match - rows + 1 + margin }
    }
}

extension ScrolledText {
    /// Draws a box with the lines that fit, and shows whether there are more. The search text is in the
    /// border below.
    package func draw(_ lines: [[Span]], title: String, _ canvas: inout Canvas) {
        let leastColumns = 24
        let width = max(lines.map { line in line.reduce(0) { $0 + $1.width } }.max() ?? 0, leastColumns)
        let inside = Box.draw(title, size: CellSize(columns: width, rows: lines.count), on: &canvas)
        let end = draw(lines, in: inside, &canvas)
        Box.drawScrollBar(
            ScrollBar(top: top(of: lines.count, rows: inside.rows), visible: inside.rows, count: lines.count),
            beside: inside, &canvas)
        let border = CellRect(column: inside.column, row: inside.endRow, columns: inside.columns, rows: 1)
        if search.isActive {
            search.draw("find ", at: line ?? -1, in: border, on: .popup, &canvas)
        } else if lines.count > end {
            canvas.putMore(atEndOf: border)
        }
    }

    /// Draws as many of the lines as fit, with the current match under the cursor.
    ///
    /// - Returns: the index of the first line that does not fit.
    @discardableResult
    package func draw(_ lines: [[Span]], in rect: CellRect, _ canvas: inout Canvas) -> Int {
        let top = top(of: lines.count, rows: rect.rows)
        // Screen readers begin to read here.
        canvas.frame.cursor = rect.origin
        for (row, spans) in lines.dropFirst(top).prefix(rect.rows).enumerated() {
            let place = CellPoint(column: rect.column, row: rect.row + row)
            canvas.put(spans, at: place, maxColumns: rect.columns)
            canvas.mark(search.query, in: spans, at: place, maxColumns: rect.columns)
            if line == top + row {
                canvas.frame.layer(canvas.theme[.cursorRow], over: rect.line(row))
                canvas.frame.cursor = place
            }
        }
        return top + rect.rows
    }
}

extension Canvas {
    /// Shows that there are more lines.
    package mutating func putMore(atEndOf line: CellRect) {
        put(" ↓ more ", at: CellPoint(column: line.endColumn - 8, row: line.row), .popupBorder)
    }
}
