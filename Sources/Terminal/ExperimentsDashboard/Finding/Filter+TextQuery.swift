import Foundation

extension Filter: TextQuery {
    package var complaint: String? { problem?.text }

    package func isFound(in line: String) -> Bool {
        passes(FilterSubject(texts: [line]), now: .distantPast)
    }

    package func columns(in line: String) -> [Range<Int>] {
        // A line is cut at its end, so that its columns are where they are.
        MatchMarks(self, in: line, of: nil, width: .max, spelling: { _ in false }).columns
    }
}

/// A search among rows, in the language of the filter.
package typealias Search = TextSearch<Filter>

extension TextSearch<Filter> {
    /// The filter that the search uses.
    var filter: Filter { query }
}
