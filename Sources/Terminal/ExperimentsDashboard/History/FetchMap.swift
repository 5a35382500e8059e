import ExperimentsCore
import ExperimentsTerminalUI

// A map of which fetch changed which key.
extension FetchList {
    private static let widestName = 28
    private static let mostNames = 40
    /// The maximum number of columns for a fetch.
    private static let widestStep = 6

    /// The keys that the listed fetches changed, the latest first.
    static func mappedNames(_ state: DashboardState) -> [String] {
        var (names, seen) = ([String](), Set<String>())
        for place in state.list.fetches.indices {
            guard let record = record(at: place, state) else { continue }
            for name in record.difference.names where seen.insert(name).inserted { names.append(name) }
            if names.count >= mostNames { break }
        }
        return names
    }

    /// Returns a line for each key, with a cell for each row of the list, the newest at the right. Below the keys is
    /// the time that each fetch took.
    ///
    /// - Parameter keys: the maximum number of keys.
    static func map(_ state: DashboardState, width: Int, keys: Int) -> [[Span]] {
        let all = state.list.fetchedNames
        let names = all.prefix(max(0, all.count > keys ? keys - 1 : keys))
        let more = all.count - names.count
        let took = "took"
        let labels = names.map { DisplayText($0).truncated(to: widestName, .middle) }
        let widest = labels.reduce(DisplayText(took).width) { max($0, DisplayText($1).width) }
        let room = max(1, width - widest - 2)
        // The row under the cursor is always included.
        let cursor = state.position.cursor
        let first = max(0, cursor - room + 1)
        let places = (first..<min(state.list.fetches.count, first + room)).reversed()
        // If there are few fetches, spread them over the width.
        let step = max(1, min(widestStep, room / max(1, places.count)))
        let rows = places.map { (isCursor: $0 == cursor, row: row(at: $0, state)) }
        let gap = step > 1 ? [Span(String(repeating: " ", count: step - 1), .dim)] : []
        func line(_ label: String, _ role: Role, _ cell: (Row) -> Span) -> [Span] {
            let space = String(repeating: " ", count: widest + 2 - DisplayText(label).width)
            return [Span(label + space, role)]
                + rows.map { isCursor, row in
                    guard let row else { return Span(" ") }
                    let span = cell(row)
                    return isCursor && (span.text == " " || span.text == "·") ? Span("│", .dim) : span
                }.flatMap { [$0] + gap }
        }
        var lines = names.enumerated().map { index, name in
            line(labels[index], .key) { cell($0.record, name) }
        }
        if more > 0 { lines.append([Span("… and \(more) more", .dim)]) }
        let highest = rows.reduce(0) { max($0, $1.row?.record.duration.inSeconds ?? 0) }
        lines.append(
            line(took, .dim) { row in
                row.record.failure == nil
                    ? Span.bar(row.record.duration.inSeconds, of: highest) : Span("×", .error)
            })
        return lines
    }

    private static func cell(_ record: FetchRecord, _ name: String) -> Span {
        if record.failure != nil { return Span("×", .dim) }
        return switch record.difference.changes[name] {
        case .added: Span("+", .added)
        case .removed: Span("-", .removed)
        case .changed: Span("●", .changed)
        case nil: Span(record.difference.isEmpty ? "·" : " ", .dim)
        }
    }
}
