import ExperimentsCore
import TerminalUI

extension CommandProblem {
    /// Returns the part of a text around a mistake, with a caret under its place: two lines.
    ///
    /// - Parameter offset: the number of bytes of UTF-8 before the place.
    static func excerpt(of found: String, at offset: Int) -> String {
        let (columns, before) = (72, 40)
        let utf8 = found.utf8
        let place = utf8.index(utf8.startIndex, offsetBy: max(0, offset), limitedBy: utf8.endIndex) ?? utf8.endIndex
        let lineStart = found[..<place].lastIndex(of: "\n").map { utf8.index(after: $0) } ?? utf8.startIndex
        let lineEnd = found[place...].firstIndex(of: "\n") ?? utf8.endIndex
        // As the line is printed: what is written out takes more columns than it did.
        let width = DisplayText(VisibleText.of(String(found[lineStart..<place]))).width
        let cut = max(0, width - before)
        let line = DisplayText(VisibleText.of(String(found[lineStart..<lineEnd]))).slice(from: cut, columns: columns)
        return "\(line)\n\(String(repeating: " ", count: width - cut))^"
    }
}
