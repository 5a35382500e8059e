import Foundation

extension Filter: TextQuery {
    package var complaint: String? { problem?.text }

    package func isFound(in line: String) -> Bool {
        passes(FilterSubject(texts: [line]), now: .distantPast)
    }

    package func columns(in line: String) -> [Range<Int>] {
        // The line is cut at its end, so its columns do not move.
        marks(in: line, of: nil, width: .max, spelling: { _ in false })
    }
}

/// A search among rows, in the language of filters.
package typealias Search = TextSearch<Filter>

extension TextSearch<Filter> {
    /// The filter that the search uses.
    var filter: Filter { query }
}

// The matches of a filter in a visible text, in columns.
extension Filter {
    /// The maximum length in bytes. Longer texts are not searched in every frame.
    private static let longest = 4096

    /// - Parameters:
    ///   - field: the field that the text belongs to, if filters can name it.
    ///   - width: the width in which the text was drawn, cut in the middle if it is wider.
    ///   - spelling: returns whether to mark letters of a word that was found letter by letter.
    func marks(in text: String, of field: FilterField?, width: Int, spelling: (Needle) -> Bool) -> [Range<
        Int
    >] {
        guard !isEmpty, text.utf8.count <= Self.longest else { return [] }
        let folded = FoldedText(text)
        guard folded.keepsPlaces else { return [] }
        var places: [Range<Int>] = []
        for term in terms where !term.isExcluded {
            switch term.condition {
            case .word(let needle):
                if let range = needle.range(in: folded) {
                    places.append(range)
                } else if spelling(needle), let letters = needle.spelling(in: folded) {
                    places += letters.map { $0..<$0 + 1 }
                }
            case .literal(let needle): places += [needle.range(in: folded)].compactMap(\.self)
            case .text(let asked, let needle) where asked == field:
                places += [needle.range(in: folded)].compactMap(\.self)
            case .pattern(let asked, let pattern) where asked == nil || asked == field:
                places += [pattern.firstRange(in: folded)].compactMap(\.self)
            default: break
            }
        }
        guard !places.isEmpty else { return [] }
        let utf8 = Array(text.utf8)
        // Only printable ASCII has one column for each byte.
        let isPlain = utf8.allSatisfy { 0x20..<0x7f ~= $0 }
        let total = isPlain ? utf8.count : DisplayText(text).width
        func column(_ place: Int) -> Int {
            isPlain ? place : DisplayText(String(decoding: utf8[..<place], as: UTF8.self)).width
        }
        return places.flatMap { place in
            Self.visible(column(place.lowerBound)..<column(place.upperBound), of: total, in: width)
        }
    }

    /// Returns the visible part of a range of a text that is cut in the middle.
    private static func visible(_ range: Range<Int>, of total: Int, in width: Int) -> [Range<Int>] {
        guard total > width else { return [range] }
        let tail = (width - 1) / 2
        let head = max(0, width - 1 - tail)
        let atStart = range.clamped(to: 0..<head)
        let atEnd = range.clamped(to: total - tail..<total)
        let moved = atEnd.lowerBound - total + width..<atEnd.upperBound - total + width
        return [atStart, moved].filter { !$0.isEmpty }
    }
}

extension Canvas {
    /// Marks the matches in a text that was drawn at a point, cut in the middle or at its end if it is wider.
    mutating func mark(
        _ filter: Filter, in text: String, of field: FilterField? = nil, at point: CellPoint, width: Int,
        cut: Overflow = .middle, spelling: (Needle) -> Bool = { _ in false }
    ) {
        guard !filter.isEmpty else { return }
        let drawn = cut == .middle ? width : .max
        for columns in filter.marks(in: text, of: field, width: drawn, spelling: spelling) {
            let first = max(0, columns.lowerBound)
            let last = min(width, columns.upperBound)
            frame.layer(
                theme[.filterMatch],
                over: CellRect(column: point.column + first, row: point.row, columns: last - first, rows: 1))
        }
    }
}

// The matches depend on the rows listed by the screens.
extension DashboardState {
    /// Finds the matching rows again, because the query or the rows have changed.
    mutating func findMatches() {
        list.search.matches =
            list.search.filter.isEmpty ? [] : screen.list.matches(of: list.search.filter, &self)
    }

    /// Moves the cursor to the first match from the start of the search, or back to the start.
    mutating func searchChanged() {
        findMatches()
        moveCursor(to: list.search.match(from: list.search.origin, orAt: true)?.row ?? list.search.origin)
    }

    /// Moves the cursor to the first row that matches the changed filter.
    mutating func filterChanged() {
        chooseRows()
        let isHeading = { [self] in screen.listsKeys && list.keys.heading(at: $0) != nil }
        moveCursor(to: (0..<min(rowCount, 2)).first { !isHeading($0) } ?? 0)
    }
}
