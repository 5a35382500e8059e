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
