import ExperimentsCore

/// A line from 0 to 1 with who gets what, and where one is oneself: `0 ├─A──●─┤···├──B──┤···· 1`.
package struct BucketBar: Sendable {
    /// The line, short enough to stand beside a list.
    package let text: String

    /// - Parameters:
    ///   - width: how many places the line has.
    ///   - keys: what the ranges are for; none are named where there are not as many.
    package init(bucket: Double, ranges: [BucketRange], keys: [String], width: Int = 30) {
        var cells = [Character](repeating: "·", count: width)
        for (index, range) in ranges.enumerated() {
            let first = Self.place(range.start, width)
            let last = range.end >= 1 ? width - 1 : Self.place(range.end, width) - 1
            guard range.end > range.start, first <= last else { continue }
            for place in first...last { cells[place] = "─" }
            if last > first { (cells[first], cells[last]) = ("├", "┤") }
            guard keys.count == ranges.count else { continue }
            let name = Array(keys[index].filter(\.isASCII).prefix(max(0, last - first - 1)))
            let start = first + (last - first + 1 - name.count) / 2
            for (offset, character) in name.enumerated() { cells[start + offset] = character }
        }
        cells[Self.place(bucket, width)] = "●"
        text = "0 \(String(cells)) 1"
    }

    private static func place(_ value: Double, _ width: Int) -> Int {
        guard value > 0 else { return 0 }
        return value >= 1 ? width - 1 : Int(value * Double(width))
    }
}
