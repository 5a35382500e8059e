/// A search among rows or lines. It does not hide the others.
package struct TextSearch<Query: TextQuery>: Sendable, Hashable {
    /// The query.
    package private(set) var query = Query("")
    /// The field for the query, while the user types it.
    package private(set) var field: TextField?
    /// The rows or lines that match, in order.
    package var matches: [Int] = []
    /// The row at which the search began. The cursor returns to it if the search is cancelled.
    package internal(set) var origin = 0

    /// Creates an inactive search.
    package init() {}

    /// Whether there is a query.
    package var isActive: Bool { field != nil || !query.text.isEmpty }

    /// Begins to type a query at a row or line.
    package mutating func begin(at origin: Int) {
        field = TextField(query.text)
        self.origin = origin
    }

    /// Ends typing. The query remains.
    package mutating func endTyping() {
        field = nil
    }

    /// Removes the query.
    package mutating func clear() {
        self = TextSearch()
    }

    /// Returns the match after (or before) a row, or at the row itself if `orAt` is true. The first match follows the
    /// last.
    package func match(from row: Int, back: Bool = false, orAt: Bool = false) -> (row: Int, wraps: Bool)? {
        guard let first = matches.first, let last = matches.last else { return nil }
        let next =
            back
            ? matches.last { orAt ? $0 <= row : $0 < row } : matches.first { orAt ? $0 >= row : $0 > row }
        return next.map { ($0, false) } ?? (back ? last : first, true)
    }

    /// Returns the position among the matches of the one at a row, and their number: `3/17`.
    package func count(at row: Int) -> String {
        guard !matches.isEmpty else { return "not found" }
        guard let place = matches.firstIndex(of: row) else { return "\(matches.count) found" }
        return "\(place + 1)/\(matches.count)"
    }

    /// The effect of a key while text is typed.
    package enum Step {
        case none
        /// The query changed.
        case typed
        /// The search was cancelled; go back to the row where it began.
        case cancelled(origin: Int)
        /// Go to another match.
        case go(back: Bool)
    }

    /// Handles a typed key. Ends the search if nothing was typed.
    package mutating func take(_ press: KeyPress) -> Step {
        guard var field else { return .none }
        switch (press.key, press.modifiers) {
        case (.enter, _):
            // An invalid query is not applied.
            guard query.complaint == nil else { return .none }
            if query.isEmpty { clear() } else { endTyping() }
            return .none
        case (.escape, _):
            defer { clear() }
            return .cancelled(origin: origin)
        case (.down, _), (.character("n"), .control): return .go(back: false)
        case (.up, _), (.character("p"), .control): return .go(back: true)
        default:
            let before = field.text
            guard field.handle(press) else { return .none }
            self.field = field
            guard field.text != before else { return .none }
            query = Query(field.text)
            return .typed
        }
    }

    /// Inserts pasted text.
    package mutating func insert(_ text: String) {
        guard var field else { return }
        field.insert(text)
        self.field = field
        query = Query(field.text)
    }

    /// Returns the lines of a text that match the query.
    package func matches(in lines: [[Span]]) -> [Int] {
        guard !query.isEmpty else { return [] }
        return lines.indices.filter { query.isFound(in: lines[$0].text) }
    }

    /// The text of the search and the number of matches, for a separate line.
    ///
    /// - Parameters:
    ///   - back: the key that clears it; nil if there is none.
    ///   - keys: the keys that move to other matches, in words.
    package func spans(at row: Int, clearedBy back: String?, keys: String) -> [Span] {
        let clears = back.map { "; \(keys)\($0) clears" } ?? (keys.isEmpty ? "" : "; " + keys.dropLast(2))
        return [Span("find ", .dim), Span(query.text, .prompt), Span("  \(count(at: row))\(clears)", .dim)]
    }

    /// The keys that work while a query is typed.
    package static var hints: [KeyHint] {
        [
            KeyHint(.enter, "keep"), KeyHint(.escape, "cancel"), KeyHint(.down, "next"),
            KeyHint(.up, "previous"),
        ]
    }
}

/// A query for texts. The program defines its language and how it matches.
package protocol TextQuery: Sendable, Hashable {
    /// Reads the typed text. This never fails; `complaint` describes the problem.
    init(_ text: String)

    /// The text as typed.
    var text: String { get }

    /// Whether nothing is searched for.
    var isEmpty: Bool { get }

    /// Why the text is invalid; nil if it is valid.
    var complaint: String? { get }

    /// Returns whether a line matches the whole query.
    func isFound(in line: String) -> Bool

    /// Returns the columns of the matches in a line.
    func columns(in line: String) -> [Range<Int>]
}

extension [Span] {
    /// The text of all runs.
    package var text: String { reduce(into: "") { $0 += $1.text } }
}

extension Canvas {
    /// Marks matches in a line that was drawn at a point and cut at its end.
    package mutating func mark(_ query: some TextQuery, in line: [Span], at point: CellPoint, maxColumns: Int)
    {
        guard !query.isEmpty else { return }
        for columns in query.columns(in: line.text) {
            let last = min(maxColumns, columns.upperBound)
            frame.layer(
                theme[.filterMatch],
                over: CellRect(
                    column: point.column + columns.lowerBound, row: point.row,
                    columns: last - columns.lowerBound,
                    rows: 1))
        }
    }
}

extension TextSearch {
    /// Draws the line with the search field, or with the current search.
    ///
    /// - Parameters:
    ///   - row: the row or line of the cursor, for the index of its match.
    ///   - ground: the background of the line.
    package func draw(
        _ label: String, at row: Int, in rect: CellRect, on ground: Role = .text, _ canvas: inout Canvas
    ) {
        let complaint = query.complaint
        let count = complaint == nil ? query.isEmpty ? "" : count(at: row) : "invalid"
        let countWidth = DisplayText(count).width
        canvas.fill(rect, ground)
        canvas.put(label, at: rect.origin, .dim)
        let place = CellPoint(column: rect.column + DisplayText(label).width, row: rect.row)
        let room = rect.endColumn - place.column - countWidth - 2
        if let field {
            field.draw(at: place, width: room, complaint == nil ? .prompt : .promptError, &canvas)
            let column = place.column + DisplayText(field.text).width + 2
            if let complaint {
                canvas.put(
                    complaint, at: CellPoint(column: column, row: rect.row), .promptError,
                    maxColumns: rect.endColumn - countWidth - 2 - column)
            }
        } else {
            canvas.put(query.text, at: place, .prompt, maxColumns: room)
        }
        canvas.put(count, at: CellPoint(column: rect.endColumn - countWidth, row: rect.row), .dim)
    }
}
