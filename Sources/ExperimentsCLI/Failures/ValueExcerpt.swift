import ExperimentsCore
import ExperimentsDashboard

/// The part of a refused value where it goes wrong, with a caret under the place.
struct ValueExcerpt {
    private static let columns = 72
    private static let before = 40

    /// Two lines, indented; nil where no place is known.
    let text: String?

    init(_ problem: IncorrectValue) {
        guard let offset = problem.offset else {
            text = nil
            return
        }
        let utf8 = problem.found.utf8
        let place = utf8.index(utf8.startIndex, offsetBy: max(0, offset), limitedBy: utf8.endIndex) ?? utf8.endIndex
        let lineStart = problem.found[..<place].lastIndex(of: "\n").map { utf8.index(after: $0) } ?? utf8.startIndex
        let lineEnd = problem.found[place...].firstIndex(of: "\n") ?? utf8.endIndex
        let lead = DisplayText(problem.found[lineStart..<place])
        let width = lead.width
        let cut = max(0, width - Self.before)
        let line = DisplayText(problem.found[lineStart..<lineEnd]).slice(from: cut, columns: Self.columns)
        text = "    \(line)\n    \(String(repeating: " ", count: width - cut))^"
    }
}
