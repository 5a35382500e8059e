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
