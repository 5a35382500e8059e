/// An interval drawn against a zero line: its ends, what was seen in it, and an arrow where it goes on beyond the scale.
///
/// `──├──●──┤` with a `│` at zero. The ends are signs, so that it reads without colours, too.
package struct IntervalBar {
    /// The bar as runs of text, of exactly the columns that were asked for.
    package let spans: [Span]

    /// - Parameters:
    ///   - lower: the lower end, which may be infinite.
    ///   - upper: the upper end.
    ///   - seen: what was seen; nil for nothing.
    ///   - scale: what the left and the right edge stand for. Zero is always within.
    ///   - role: how the interval looks. The zero line is dim.
    package init(lower: Double, upper: Double, seen: Double?, scale: ClosedRange<Double>, columns: Int, role: Role) {
        let axis = Axis(scale, cells: columns)
        guard columns > 0, let zero = axis.cell(of: 0) else {
            spans = []
            return
        }
        var cells = Array(repeating: (Character(" "), Role.dim), count: columns)
        if !lower.isNaN, !upper.isNaN, lower <= upper {
            let (first, last) = (axis.clampedCell(of: lower), axis.clampedCell(of: upper))
            for cell in first...last { cells[cell] = ("─", role) }
            cells[first] = (axis.isBelow(lower) ? "◂" : "├", role)
            cells[last] = (axis.isAbove(upper) ? "▸" : "┤", role)
        }
        cells[zero] = cells[zero].0 == "─" ? ("┼", role) : cells[zero].0 == " " ? ("│", .dim) : cells[zero]
        if let seen, let cell = axis.cell(of: seen) { cells[cell] = ("●", role) }
        spans = Span.runs(of: cells)
    }
}

/// Which cell of a row or a column of cells a number falls into.
struct Axis {
    private let low: Double
    private let high: Double
    private let cells: Int

    init(_ scale: ClosedRange<Double>, cells: Int) {
        let isFinite = scale.lowerBound.isFinite && scale.upperBound.isFinite
        low = isFinite ? min(0, scale.lowerBound) : -1
        high = isFinite ? max(0, scale.upperBound) : 1
        self.cells = cells
    }

    /// The cell of a number; nil for one beyond the edges.
    func cell(of number: Double) -> Int? {
        guard cells > 0, number >= low, number <= high else { return nil }
        return clampedCell(of: number)
    }

    /// The cell of a number, or the one at the edge that it lies beyond.
    func clampedCell(of number: Double) -> Int {
        guard high > low, !number.isNaN, cells > 0 else { return 0 }
        let share = (min(max(number, low), high) / 2 - low / 2) / (high / 2 - low / 2)
        return min(cells - 1, max(0, Int((share * Double(cells - 1)).rounded())))
    }

    func isBelow(_ number: Double) -> Bool { number < low }

    func isAbove(_ number: Double) -> Bool { number > high }
}

extension Span {
    /// Cells as runs of the same role.
    static func runs(of cells: [(Character, Role)]) -> [Span] {
        var spans: [Span] = []
        var (text, role) = ("", Role.text)
        for cell in cells {
            if cell.1 != role, !text.isEmpty {
                spans.append(Span(text, role))
                text = ""
            }
            role = cell.1
            text.append(cell.0)
        }
        if !text.isEmpty { spans.append(Span(text, role)) }
        return spans
    }
}
