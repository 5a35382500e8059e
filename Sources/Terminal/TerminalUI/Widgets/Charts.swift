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

/// How a range closes over time, against a zero line: a column for each moment, a row for each height.
package struct FunnelChart {
    /// One moment: what was possible and what was seen.
    package struct Point: Sendable, Hashable {
        package let time: Double
        let lower: Double
        let upper: Double
        let seen: Double

        package init(time: Double, lower: Double, upper: Double, seen: Double) {
            (self.time, self.lower, self.upper, self.seen) = (time, lower, upper, seen)
        }
    }

    /// The chart's rows, the highest first, each of exactly the columns that were asked for.
    package let rows: [[Span]]
    /// What the highest and the lowest row stand for.
    package let scale: ClosedRange<Double>
    /// Which row is zero.
    package let zeroRow: Int

    /// - Parameters:
    ///   - points: the moments, the earliest first. Each holds until the next one.
    ///   - end: until when the last one holds.
    ///   - role: how the range looks.
    package init(_ points: [Point], until end: Double, columns: Int, rows count: Int, role: Role) {
        let scale = Self.scale(points)
        self.scale = scale
        let axis = Axis(scale, cells: count)
        // Rows are counted from above.
        func row(_ number: Double) -> Int { count - 1 - axis.clampedCell(of: number) }
        zeroRow = max(0, row(0))
        guard columns > 0, count > 0, let first = points.first else {
            rows = []
            return
        }
        var cells = Array(repeating: Array(repeating: (Character(" "), Role.dim), count: columns), count: count)
        let span = max(0, end - first.time)
        var place = 0
        for column in 0..<columns {
            let time = first.time + (columns > 1 ? span * Double(column) / Double(columns - 1) : span)
            while place + 1 < points.count, points[place + 1].time <= time { place += 1 }
            let point = points[place]
            if point.lower <= point.upper {
                for line in row(point.upper)...row(point.lower) { cells[line][column] = ("▒", role) }
            }
            cells[zeroRow][column] = ("─", .dim)
            if !point.seen.isNaN, point.seen >= scale.lowerBound, point.seen <= scale.upperBound {
                cells[row(point.seen)][column] = ("•", .text)
            }
        }
        rows = cells.map(Span.runs)
    }

    /// What is to be seen: all that was possible once half of the moments are over, and all that was ever seen; zero among
    /// it. The beginning is as wide as nothing else, and is cut off.
    private static func scale(_ points: [Point]) -> ClosedRange<Double> {
        let late = points.dropFirst(points.count / 3)
        let numbers = (late.flatMap { [$0.lower, $0.upper] } + points.map(\.seen)).filter(\.isFinite)
        let (low, high) = (min(0, numbers.min() ?? 0), max(0, numbers.max() ?? 0))
        return low < high ? low...high : -1...1
    }
}
