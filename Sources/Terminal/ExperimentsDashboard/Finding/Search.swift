import Foundation

/// What is looked for among rows or lines that all stay, in the language of the filter.
package struct Search: Sendable, Hashable {
    /// What is looked for.
    package internal(set) var filter = Filter()
    /// What is being typed, if it is.
    package internal(set) var field: TextField?
    /// The rows or lines in which it was found, in their order.
    var matches: [Int] = []
    /// Where looking began, to go back to where it is given up.
    var origin = 0

    /// Whether something is looked for.
    var isActive: Bool { field != nil || !filter.text.isEmpty }

    /// Begins to type, from some row or line on.
    mutating func begin(at origin: Int) {
        field = TextField(filter.text)
        self.origin = origin
    }

    /// Looks for nothing any more.
    mutating func clear() {
        self = Search()
    }

    /// The match after (or before) a row, or at it, where that is wanted; after the last comes the first.
    func match(from row: Int, back: Bool = false, orAt: Bool = false) -> (row: Int, wraps: Bool)? {
        guard let first = matches.first, let last = matches.last else { return nil }
        let next =
            back
            ? matches.last { orAt ? $0 <= row : $0 < row } : matches.first { orAt ? $0 >= row : $0 > row }
        return next.map { ($0, false) } ?? (back ? last : first, true)
    }

    /// How many there are, and which of them is at a row: `3/17`.
    func count(at row: Int) -> String {
        guard !matches.isEmpty else { return "not found" }
        guard let place = matches.firstIndex(of: row) else { return "\(matches.count) found" }
        return "\(place + 1)/\(matches.count)"
    }

    /// What a key does while typing.
    enum Step {
        case none, typed, kept, cancelled, next, previous
    }

    /// Takes a key that is typed.
    mutating func take(_ press: KeyPress) -> Step {
        guard var field else { return .none }
        switch (press.key, press.modifiers) {
        case (.enter, _):
            // What cannot be read is not kept.
            guard filter.problem == nil else { return .none }
            self.field = nil
            return .kept
        case (.escape, _): return .cancelled
        case (.down, _), (.character("n"), .control): return .next
        case (.up, _), (.character("p"), .control): return .previous
        default:
            let before = field.text
            guard field.handle(press) else { return .none }
            self.field = field
            guard field.text != before else { return .none }
            filter = Filter(field.text)
            return .typed
        }
    }

    /// Takes text that was pasted.
    mutating func insert(_ text: String) {
        guard var field else { return }
        field.insert(text)
        self.field = field
        filter = Filter(field.text)
    }

    /// The lines of a text in which all that is looked for is found.
    func matches(in lines: [[Span]]) -> [Int] {
        guard !filter.isEmpty else { return [] }
        return lines.indices.filter { index in
            let text = lines[index].reduce(into: "") { $0 += $1.text }
            return filter.passes(FilterSubject(texts: [text]), now: .distantPast)
        }
    }

    /// What is looked for, and how much of it there is, for the line above the footer.
    ///
    /// - Parameters:
    ///   - back: the key that clears it; nil where there is none.
    ///   - keys: the keys that go on, in words.
    func spans(at row: Int, clearedBy back: String?, keys: String) -> [Span] {
        let clears = back.map { "; \(keys)\($0) clears" } ?? (keys.isEmpty ? "" : "; " + keys.dropLast(2))
        return [Span("find ", .dim), Span(filter.text, .prompt), Span("  \(count(at: row))\(clears)", .dim)]
    }
}
