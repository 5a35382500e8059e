import ExperimentsCore
import TerminalUI

/// The part of a text where it goes wrong, with a caret under the place.
struct ValueExcerpt {
    private static let columns = 72
    private static let before = 40

    /// Two lines.
    let text: String

    /// The place in a refused value; nil if no place is known.
    init?(_ problem: IncorrectValue) {
        guard let offset = problem.offset else { return nil }
        self.init(problem.found, at: offset)
    }

    /// - Parameter offset: how many bytes of UTF-8 stand before the place.
    init(_ found: String, at offset: Int) {
        let utf8 = found.utf8
        let place = utf8.index(utf8.startIndex, offsetBy: max(0, offset), limitedBy: utf8.endIndex) ?? utf8.endIndex
        let lineStart = found[..<place].lastIndex(of: "\n").map { utf8.index(after: $0) } ?? utf8.startIndex
        let lineEnd = found[place...].firstIndex(of: "\n") ?? utf8.endIndex
        // As the line is printed: what is written out takes more columns than it did.
        let lead = DisplayText(VisibleText.of(String(found[lineStart..<place])))
        let width = lead.width
        let cut = max(0, width - Self.before)
        let line = DisplayText(VisibleText.of(String(found[lineStart..<lineEnd]))).slice(
            from: cut, columns: Self.columns)
        text = "\(line)\n\(String(repeating: " ", count: width - cut))^"
    }
}
