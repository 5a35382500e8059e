/// Numbers over time as bars of eight heights, the newest at the right.
package struct Sparkline {
    /// The bars as text, failures as crosses.
    package let spans: [Span]

    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// - Parameters:
    ///   - numbers: oldest first; nil for a failure.
    ///   - columns: how many of the newest are shown at most.
    package init(_ numbers: [Double?], columns: Int) {
        let shown = numbers.suffix(max(0, columns))
        let highest = shown.reduce(0) { max($0, $1 ?? 0) }
        var spans: [Span] = []
        var run = ""
        for number in shown {
            guard let number else {
                if !run.isEmpty { spans.append(Span(run, .sparkline)) }
                run = ""
                spans.append(Span("×", .error))
                continue
            }
            run.append(Self.bar(number, highest))
        }
        if !run.isEmpty { spans.append(Span(run, .sparkline)) }
        self.spans = spans
    }

    /// Nothing is the lowest bar, and something never is, unless all are.
    private static func bar(_ number: Double, _ highest: Double) -> Character {
        guard number > 0, highest > 0 else { return bars[0] }
        let level = Int((number / highest * Double(bars.count - 1)).rounded())
        return bars[max(1, min(level, bars.count - 1))]
    }
}

/// How much of something there is, as a bar with a mark where it should end.
package struct ShareBar {
    /// The bar as runs of text, of exactly the columns that were asked for.
    package let spans: [Span]

    /// - Parameters:
    ///   - size: how much there is.
    ///   - meant: how much there should be.
    ///   - largest: what the whole width stands for.
    package init(_ size: Double, meant: Double, largest: Double, columns: Int) {
        let axis = Axis(0...(largest > 0 && largest.isFinite ? largest : 1), cells: columns + 1)
        guard columns > 0 else {
            spans = []
            return
        }
        let end = axis.clampedCell(of: size)
        var cells = (0..<columns).map { $0 < end ? (Character("█"), Role.sparkline) : (Character("·"), Role.dim) }
        // The mark stands on the last cell that should be filled.
        if meant > 0 { cells[min(columns - 1, max(0, axis.clampedCell(of: meant) - 1))].0 = "│" }
        spans = Span.runs(of: cells)
    }
}

/// How something is divided, as one bar of parts beside each other, with a mark where each should end.
package struct SplitBar {
    /// The bar as runs of text, of exactly the columns that were asked for.
    package let spans: [Span]

    /// Each part differs from its neighbours in height, so that it reads without colours, too.
    private static let fills: [(Character, Role)] = [("█", .sparkline), ("▄", .text), ("▂", .dim)]

    /// - Parameters:
    ///   - parts: the sizes of the parts, in their order. What is negative or no number counts as nothing.
    ///   - meant: the sizes that they should have, in any unit.
    package init(_ parts: [Double], meant: [Double], columns: Int) {
        let ends = Self.ends(parts, columns)
        guard columns > 0, let ends else {
            spans = columns > 0 ? [Span(String(repeating: "·", count: columns), .dim)] : []
            return
        }
        var cells = (0..<columns).map { column in
            let part = ends.firstIndex { column < $0 } ?? ends.count - 1
            return Self.fills[part % Self.fills.count]
        }
        // A mark stands at the first cell after the part, where there is one.
        for mark in Self.ends(meant, columns)?.dropLast() ?? [] where mark > 0 && mark < columns {
            cells[mark] = ("│", .text)
        }
        spans = Span.runs(of: cells)
    }

    /// In which column each part ends; nil where there is nothing to divide.
    private static func ends(_ parts: [Double], _ columns: Int) -> [Int]? {
        let sizes = parts.map { $0.isFinite ? max(0, $0) : 0 }
        let largest = sizes.max() ?? 0
        guard largest > 0 else { return nil }
        // Beside the largest, so that no sum gets infinite.
        let shares = sizes.map { $0 / largest }
        let total = shares.reduce(0, +)
        var sum = 0.0
        return shares.map { share in
            sum += share
            return min(columns, Int((sum / total * Double(columns)).rounded()))
        }
    }
}
