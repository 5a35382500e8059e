/// A text that lies over the screen, such as the help: how far it is scrolled, and what is looked for in it.
package struct TextPanel: Sendable, Hashable {
    /// The first line that is shown.
    package internal(set) var scroll = 0
    /// What is looked for in it.
    package internal(set) var search = Search()
    /// The line that was found last.
    var line: Int?

    /// Goes to a match, of the lines that there are.
    ///
    /// - Parameter rows: how many lines are on the screen.
    mutating func go(back: Bool, in lines: [[Span]], rows: Int) {
        search.matches = search.matches(in: lines)
        show(search.match(from: line ?? scroll - 1, back: back)?.row, rows: rows)
    }

    /// Another text is looked for.
    mutating func searchChanged(in lines: [[Span]], rows: Int) {
        search.matches = search.matches(in: lines)
        show(search.match(from: search.origin, orAt: true)?.row, rows: rows)
    }

    /// Takes text that was pasted.
    mutating func insert(_ text: String, in lines: [[Span]], rows: Int) {
        search.insert(text)
        searchChanged(in: lines, rows: rows)
    }

    mutating func clearSearch() {
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
