/// A text that is longer than its place, with its scroll position and a search in it. The lines themselves belong to
/// the caller, and are passed in.
package struct ScrolledText<Query: TextQuery>: Sendable, Hashable {
    /// The first line that is shown.
    package private(set) var scroll = 0
    /// The search.
    package private(set) var search = TextSearch<Query>()
    /// The line that was found last.
    package private(set) var line: Int?

    /// A text at its beginning.
    package init() {}

    /// The first of some lines that is shown, where so many rows are on the screen.
    func top(of count: Int, rows: Int) -> Int { max(0, min(scroll, count - rows)) }

    /// A step that a key requests.
    package enum Step: Sendable {
        case down, up, pageDown, pageUp, top, bottom, find, findNext, findPrevious, clearSearch
    }

    /// Takes a step.
    ///
    /// - Parameters:
    ///   - rows: how many lines are on the screen.
    ///   - page: how many lines a page is.
    package mutating func take(_ step: Step, in lines: [[Span]], rows: Int, page: Int) {
        // Beyond the end there is nothing to scroll back from.
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
        case .kept: if search.query.isEmpty { clearSearch() }
        case .cancelled:
            scroll = search.origin
            clearSearch()
        case .next: go(back: false, in: lines, rows: rows)
        case .previous: go(back: true, in: lines, rows: rows)
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
