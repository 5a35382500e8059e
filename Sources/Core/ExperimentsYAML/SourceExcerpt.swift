/// A line of a string with a mark under one place of it, as compilers show it.
///
/// ```
///     tittle: Paywall
///     ^
/// ```
package struct SourceExcerpt: Sendable, Equatable, CustomStringConvertible {
    /// The line, without its line break; characters that would move the cursor are shown as spaces.
    package var line: String
    /// The number of characters before the mark.
    package var offset: Int

    /// Creates the excerpt of a line of `text`.
    ///
    /// - Parameters:
    ///   - text: the whole text.
    ///   - line: the line, from 1.
    ///   - column: the column, from 1, in Unicode scalars. A column after the end of the line marks its end.
    /// - Returns: nil if the text has no such line.
    package init?(of text: String, line: Int, column: Int) {
        guard line >= 1, let scalars = Self.line(line, of: text) else { return nil }
        // A very long line is cut around the place, so that the mark stays visible.
        let place = min(max(column - 1, 0), scalars.count)
        let start = place > Self.lead ? place - Self.lead : 0
        let end = min(scalars.count, start + Self.width)
        let shown = String(String.UnicodeScalarView(scalars[start..<end].map(Self.visible)))
        self.line = (start > 0 ? "…" : "") + shown + (end < scalars.count ? "…" : "")
        let before = String(String.UnicodeScalarView(scalars[start..<place].map(Self.visible)))
        offset = before.count + (start > 0 ? 1 : 0)
    }

    /// The line, and below it a caret under the place.
    package var description: String { line + "\n" + String(repeating: " ", count: offset) + "^" }

    private static let width = 160
    private static let lead = 100

    private static func line(_ number: Int, of text: String) -> [Unicode.Scalar]? {
        var current = 1
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                if current == number { break }
                current += 1
            } else if current == number {
                scalars.append(scalar)
            }
        }
        guard current == number else { return nil }
        if scalars.last == "\r" { scalars.removeLast() }
        return scalars
    }

    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: " "
        default: scalar
        }
    }
}
