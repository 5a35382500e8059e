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
