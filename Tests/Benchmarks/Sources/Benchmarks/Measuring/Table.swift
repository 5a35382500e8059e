/// Rows as text in columns.
struct Table {
    private static let titles = ["", "median", "99%", "allocations", "goal", ""]
    private var lines: [[String]] = [titles]

    /// A line that only names what follows.
    mutating func add(heading: String) {
        lines.append([heading])
    }

    /// A line of measurements.
    mutating func add(_ row: BenchmarkRow) {
        let goal = row.goal.map { ($0.text) + (row.isGoalForTail ? " at 99%" : "") }
        let allocations = row.allocations.map { Quantity.count($0).text }
        lines.append([
            "  " + row.name, row.value.text, row.tail?.text ?? "", allocations ?? "", goal ?? "", row.verdict,
        ])
    }

    /// The lines, each column as wide as its widest cell; names to the left, amounts to the right.
    var text: String {
        var widths = Array(repeating: 0, count: Self.titles.count)
        for line in lines where line.count > 1 {
            for (index, cell) in line.enumerated() { widths[index] = max(widths[index], cell.count) }
        }
        return lines.map { line in
            line.enumerated().map { index, cell in
                let blanks = String(repeating: " ", count: max(0, widths[index] - cell.count))
                return index == 0 || index == line.count - 1 ? cell + blanks : blanks + cell
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
