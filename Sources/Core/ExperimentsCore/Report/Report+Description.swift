import Foundation

// What `print` shows. Texts are quoted as in messages, and long ones are cut.

extension ReportRow: CustomStringConvertible {
    /// `columns ok "4"`, `style incorrect "GUIDED": not one of its cases`, or `banner missing`.
    public var description: String { words.joined(separator: " ") }

    /// The name, the status, and what the app uses or why it uses its default.
    fileprivate var words: [String] {
        let text = (overrideText ?? entry?.text).map { Quotation.of($0) }
        let value = [text, problem?.reason].compactMap { $0 }.joined(separator: ": ")
        return [VisibleText.of(name), status.rawValue, value].filter { !$0.isEmpty }
    }
}

extension Report: CustomStringConvertible {
    /// The number of keys with each status, and a line for each key: its name, its status and its value.
    public var description: String {
        let counts = KeyStatus.allCases.compactMap { status in
            self.counts[status] > 0 ? "\(self.counts[status]) \(status.rawValue)" : nil
        }
        let words = rows.map(\.words)
        let widths = (0..<2).map { column in words.map { $0[column].count }.max() ?? 0 }
        let lines = words.map { words in
            words.enumerated().map { column, word in
                let isLast = column == words.count - 1
                return isLast ? word : word + String(repeating: " ", count: widths[column] - word.count)
            }.joined(separator: "  ")
        }
        let keys = "\(rows.count) \(rows.count == 1 ? "key" : "keys")"
        return (["\(keys): \(counts.joined(separator: ", "))"] + lines).joined(separator: "\n")
    }
}

extension Snapshot: CustomStringConvertible {
    /// The number of values, their version and when they were fetched, and a line for each value.
    public var description: String {
        let facts = [
            "\(entries.count) \(entries.count == 1 ? "value" : "values")",
            version.map { "version \(VisibleText.of($0))" },
            fetchedAt.map { "fetched at \(RFC3339.shortestText(of: $0))" } ?? "not fetched yet",
        ]
        let lines = entries.sorted { $0.key < $1.key }.map { name, entry in
            "\(VisibleText.of(name)) \(entry.text.map { Quotation.of($0) } ?? "uses the app's default")"
        }
        return ([facts.compactMap { $0 }.joined(separator: ", ")] + lines).joined(separator: "\n")
    }
}
