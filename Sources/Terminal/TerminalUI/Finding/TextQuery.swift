/// A query that is searched for in texts. The program defines its language and how it matches.
package protocol TextQuery: Sendable, Hashable {
    /// Reads what was typed. Whatever it is, something comes of it: what cannot be read is told by `complaint`.
    init(_ text: String)

    /// The text as typed.
    var text: String { get }

    /// Whether nothing is looked for.
    var isEmpty: Bool { get }

    /// Why the text cannot be read; nil where it can.
    var complaint: String? { get }

    /// Whether all of it is found in a line.
    func isFound(in line: String) -> Bool

    /// The columns of a line in which it is found.
    func columns(in line: String) -> [Range<Int>]
}

extension [Span] {
    /// The words of all runs.
    package var text: String { reduce(into: "") { $0 += $1.text } }
}

extension Canvas {
    /// Marks what was found in a line that was drawn at a point and cut at its end.
    package mutating func mark(_ query: some TextQuery, in line: [Span], at point: CellPoint, maxColumns: Int) {
        guard !query.isEmpty else { return }
        for columns in query.columns(in: line.text) {
            let last = min(maxColumns, columns.upperBound)
            frame.layer(
                theme[.filterMatch],
                over: CellRect(
                    column: point.column + columns.lowerBound, row: point.row, columns: last - columns.lowerBound,
                    rows: 1))
        }
    }
}
