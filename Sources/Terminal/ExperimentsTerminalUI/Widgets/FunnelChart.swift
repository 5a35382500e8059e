/// A chart of how an interval narrows over time: its two ends as lines, the measured values between them, and a zero
/// line. It has numbers at the left, words at the right and an axis of days below.
package struct FunnelChart {
    /// The interval and the measured value at one moment.
    package struct Point: Sendable, Hashable {
        package let time: Double
        let lower: Double
        let upper: Double
        let seen: Double

        package init(time: Double, lower: Double, upper: Double, seen: Double) {
            self.time = time
            self.lower = lower
            self.upper = upper
            self.seen = seen
        }
    }

    /// The lines, from the top; the axis of days is the last.
    package let rows: [[Span]]

    /// The minimum width for words at the right.
    private static let leastWithWords = 44

    /// - Parameters:
    ///   - points: the moments, the earliest first.
    ///   - end: the day until which the last moment is valid.
    ///   - size: the size of the whole chart.
    ///   - role: the look of the ends of the interval.
    ///   - name: returns the label of a number.
    ///   - last: the label of the last moment; nil for its day.
    package init(
        _ points: [Point], until end: Double, size: CellSize, role: Role, name: (Double) -> String,
        last: String?
    ) {
        let points = points.filter {
            $0.time.isFinite && !$0.lower.isNaN && !$0.upper.isNaN && $0.lower <= $0.upper
        }
        let count = size.rows - 1
        guard let first = points.first, let now = points.last, count > 0 else {
            rows = []
            return
        }
        let scale = Self.scale(points)
        let plot = Plot(scale, rows: count)
        let labels = plot.labels(now, scale, name: name)
        let labelColumns = labels.values.reduce(0) { max($0, DisplayText($1).width) } + 1
        let words = size.columns >= Self.leastWithWords ? plot.words(now) : [:]
        let wordColumns = words.values.reduce(0) { max($0, DisplayText($1).width + 2) }
        let columns = size.columns - labelColumns - wordColumns
        guard columns > 0 else {
            rows = []
            return
        }
        let end = end.isFinite ? max(end, now.time) : now.time
        let cells = plot.cells(points, from: first.time, to: end, columns: columns, role)
        var rows = cells.enumerated().map { row, cells in
            let label = labels[row] ?? ""
            let indent = String(repeating: " ", count: labelColumns - 1 - DisplayText(label).width)
            let word = words[row].map { [Span("  " + $0, .dim)] } ?? []
            return [Span(indent + label + " ", .dim)] + Span.runs(of: cells) + word
        }
        let days = Self.days(from: first.time, to: end, columns: columns, last: last)
        rows.append([Span(String(repeating: " ", count: labelColumns) + days, .dim)])
        self.rows = rows
    }

    /// Returns the visible range: the intervals after the first third of the time, all measured values, and zero. The
    /// earliest intervals are far wider and are cut off.
    private static func scale(_ points: [Point]) -> ClosedRange<Double> {
        let late = points.dropFirst(points.count / 3)
        let numbers = (late.flatMap { [$0.lower, $0.upper] } + points.map(\.seen)).filter(\.isFinite)
        let (low, high) = (min(0, numbers.min() ?? 0), max(0, numbers.max() ?? 0))
        return low < high ? low...high : -1...1
    }
}

/// The lines of the chart without labels. A cell has eight dots, two columns of four, and braille has a character for
/// each combination.
private struct Plot {
    private let dots: Axis
    private let rows: Int

    init(_ scale: ClosedRange<Double>, rows: Int) {
        dots = Axis(scale, cells: rows * 4)
        self.rows = rows
    }

    /// Returns the line of dots for a number, counted from the top.
    private func dot(_ number: Double) -> Int { rows * 4 - 1 - dots.clampedCell(of: number) }

    private func row(_ number: Double) -> Int { dot(number) / 4 }

    private func isShown(_ number: Double) -> Bool { dots.cell(of: number) != nil }

    /// The labels at the left, by row. If two fall on one row, the more important one wins.
    func labels(_ now: FunnelChart.Point, _ scale: ClosedRange<Double>, name: (Double) -> String) -> [Int:
        String]
    {
        let numbers = [0, now.upper, now.lower, now.seen, scale.upperBound, scale.lowerBound]
        return numbers.filter(isShown).reduce(into: [:]) { labels, number in
            labels[row(number)] = labels[row(number)] ?? (number == 0 ? "0" : name(number))
        }
    }

    /// The words at the right, by row.
    func words(_ now: FunnelChart.Point) -> [Int: String] {
        let places = [
            (now.upper, "upper end"), (now.lower, "lower end"), (now.seen, "estimate"), (0, "no effect"),
        ]
        return places.filter { isShown($0.0) }.reduce(into: [:]) { words, place in
            let row = row(place.0)
            words[row] = words[row].map { "\($0), \(place.1)" } ?? place.1
        }
    }

    func cells(
        _ points: [FunnelChart.Point], from start: Double, to end: Double, columns: Int, _ role: Role
    ) -> [[(Character, Role)]] {
        var bits = Array(repeating: Array(repeating: UInt32(0), count: columns), count: rows)
        var seen = Array(repeating: 0.0, count: columns)
        var before: (upper: Int, lower: Int)?
        var place = 0
        for x in 0..<columns * 2 {
            let time = start + (end - start) * Double(x) / Double(max(1, columns * 2 - 1))
            while place + 1 < points.count, points[place + 1].time <= time { place += 1 }
            let next = points[min(place + 1, points.count - 1)]
            let point = points[place].moved(to: next, at: time)
            seen[x / 2] = point.seen
            let now = (upper: dot(point.upper), lower: dot(point.lower))
            let ends = [
                (point.upper, before?.upper ?? now.upper, now.upper),
                (point.lower, before?.lower ?? now.lower, now.lower),
            ]
            for (number, from, to) in ends where isShown(number) {
                for y in min(from, to)...max(from, to) { bits[y / 4][x / 2] |= Self.bit(x % 2, y % 4) }
            }
            before = now
        }
        return bits.enumerated().map { row, bits in
            bits.enumerated().map { column, bits in
                if isShown(seen[column]), self.row(seen[column]) == row { return ("•", .text) }
                if bits != 0, let scalar = Unicode.Scalar(0x2800 + bits) { return (Character(scalar), role) }
                return row == self.row(0) ? ("─", .dim) : (" ", .dim)
            }
        }
    }

    /// Returns the bit of a dot in a cell.
    private static func bit(_ x: Int, _ y: Int) -> UInt32 {
        y < 3 ? 1 << UInt32(y + 3 * x) : 0x40 << UInt32(x)
    }
}

extension FunnelChart.Point {
    /// Returns a point on the straight line to the next one.
    fileprivate func moved(to next: Self, at time: Double) -> Self {
        guard next.time > self.time, time > self.time else { return self }
        let share = min(1, (time - self.time) / (next.time - self.time))
        func between(_ from: Double, _ to: Double) -> Double {
            from.isFinite && to.isFinite ? from + (to - from) * share : from
        }
        return FunnelChart.Point(
            time: time, lower: between(lower, next.lower), upper: between(upper, next.upper),
            seen: between(seen, next.seen))
    }
}

extension FunnelChart {
    private static let steps = [1, 2, 3, 5, 7, 10, 14, 21, 28, 30, 60, 90, 180, 365]

    /// Returns an axis of days: `day 1      day 4      day 7      today`.
    ///
    /// - Parameter last: the label of the last moment; nil for its day.
    static func days(from start: Double, to end: Double, columns: Int, last: String?) -> String {
        let perDay = end > start ? Double(max(0, columns - 1)) / (end - start) : 0
        func day(_ time: Double) -> Int { Int(max(0, min(time, 1e6)).rounded(.down)) }
        func column(of day: Int) -> Int {
            Int(max(0, min(((Double(day) - start) * perDay).rounded(), Double(columns))))
        }
        let (first, final) = (day(start), day(end))
        let last = last ?? "day \(final)"
        let room = columns - last.count
        guard room >= 0 else { return "" }
        let step = steps.first { Double($0) * perDay >= 12 } ?? steps[steps.count - 1]
        var line = ""
        for day in stride(from: first, to: final, by: step).prefix(columns) {
            let (column, name) = (column(of: day), "day \(day)")
            guard column >= line.count, column + name.count + 2 <= room else { continue }
            line += String(repeating: " ", count: column - line.count) + name
        }
        return line + String(repeating: " ", count: room - line.count) + last
    }
}
