import Foundation

extension Span {
    /// Returns an interval drawn against a zero line, exactly as wide as requested, with its ends, the measured value,
    /// and an arrow if it continues beyond the scale.
    ///
    /// `──├──●──┤` with a `│` at zero. The ends are characters, so that it can be read without colors.
    ///
    /// - Parameters:
    ///   - lower: the lower end, which may be infinite.
    ///   - upper: the upper end.
    ///   - seen: the measured value; nil for none.
    ///   - scale: the values of the left and the right edge. Zero is always within.
    ///   - role: how the interval looks. The zero line is always dim.
    package static func intervalBar(
        lower: Double, upper: Double, seen: Double?, scale: ClosedRange<Double>, columns: Int, role: Role
    ) -> [Span] {
        let axis = Axis(scale, cells: columns)
        guard columns > 0, let zero = axis.cell(of: 0) else { return [] }
        var cells = Array(repeating: (Character(" "), Role.dim), count: columns)
        if !lower.isNaN, !upper.isNaN, lower <= upper {
            let (first, last) = (axis.clampedCell(of: lower), axis.clampedCell(of: upper))
            for cell in first...last { cells[cell] = ("─", role) }
            cells[first] = (axis.isBelow(lower) ? "◂" : "├", role)
            cells[last] = (axis.isAbove(upper) ? "▸" : "┤", role)
        }
        cells[zero] = cells[zero].0 == "─" ? ("┼", role) : cells[zero].0 == " " ? ("│", .dim) : cells[zero]
        if let seen, let cell = axis.cell(of: seen) { cells[cell] = ("●", role) }
        return runs(of: cells)
    }
}

/// Assigns numbers to the cells of a row or a column.
package struct Axis {
    private let low: Double
    private let high: Double
    private let cells: Int

    init(_ scale: ClosedRange<Double>, cells: Int) {
        let isFinite = scale.lowerBound.isFinite && scale.upperBound.isFinite
        low = isFinite ? min(0, scale.lowerBound) : -1
        high = isFinite ? max(0, scale.upperBound) : 1
        self.cells = cells
    }

    /// Returns the cell of a number; nil if the number is beyond the axis.
    func cell(of number: Double) -> Int? {
        guard cells > 0, number >= low, number <= high else { return nil }
        return clampedCell(of: number)
    }

    /// Returns the cell of a number. A number beyond the axis gets the cell at that edge.
    func clampedCell(of number: Double) -> Int {
        guard high > low, !number.isNaN, cells > 0 else { return 0 }
        let share = (min(max(number, low), high) / 2 - low / 2) / (high / 2 - low / 2)
        return min(cells - 1, max(0, Int((share * Double(cells - 1)).rounded())))
    }

    func isBelow(_ number: Double) -> Bool { number < low }

    func isAbove(_ number: Double) -> Bool { number > high }
}

extension Axis {
    /// Returns labels along an axis, as many as there is room for, each centered on its place: `-50%  0         +100%`.
    /// Zero always has a label.
    ///
    /// - Parameters:
    ///   - scale: the values of the left and the right edge.
    ///   - columns: the width of the axis.
    ///   - name: returns the label of a number other than zero.
    package static func ticks(_ scale: ClosedRange<Double>, columns: Int, name: (Double) -> String) -> String
    {
        let axis = Axis(scale, cells: columns)
        let span = scale.upperBound - scale.lowerBound
        guard columns > 0, span > 0, span.isFinite else { return "" }
        // Start with the finest division, and stop at the first one whose labels do not touch.
        var power = (log10(span / Double(columns))).rounded(.down)
        while power < log10(span) + 1 {
            for step in [1.0, 2, 5] {
                if let text = axis.ticks(scale, step: step * pow(10, power), name) { return text }
            }
            power += 1
        }
        return axis.ticks(0...0, step: 1, name) ?? ""
    }

    private func ticks(_ scale: ClosedRange<Double>, step: Double, _ name: (Double) -> String) -> String? {
        // The least number of columns between two labels.
        let gap = 2
        let (first, last) = ((scale.lowerBound / step).rounded(.up), (scale.upperBound / step).rounded(.down))
        guard last - first < Double(cells) else { return nil }
        var line = ""
        var place = min(first, 0)
        while place <= max(last, 0) {
            defer { place += 1 }
            let text = place == 0 ? "0" : name(place * step)
            let width = DisplayText(text).width
            let start = max(0, min(cells - width, clampedCell(of: place * step) - width / 2))
            let used = DisplayText(line).width
            guard width <= cells, line.isEmpty || start >= used + gap else { return nil }
            line += String(repeating: " ", count: start - used) + text
        }
        return line
    }
}

extension Span {
    /// Joins cells of the same role into runs.
    static func runs(of cells: [(Character, Role)]) -> [Span] { runs(of: cells.map { (String($0.0), $0.1) }) }

    static func runs(of cells: [(text: String, role: Role)]) -> [Span] {
        var spans: [Span] = []
        var (text, role) = ("", Role.text)
        for cell in cells {
            if cell.role != role, !text.isEmpty {
                spans.append(Span(text, role))
                text = ""
            }
            role = cell.role
            text += cell.text
        }
        if !text.isEmpty { spans.append(Span(text, role)) }
        return spans
    }
}
