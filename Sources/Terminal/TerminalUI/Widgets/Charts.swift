import Foundation

/// An interval drawn against a zero line: its ends, the measured value, and an arrow if it continues beyond the scale.
///
/// `──├──●──┤` with a `│` at zero. The ends are signs, so that it reads without colours too.
package struct IntervalBar {
    /// The bar as runs of text, exactly as wide as requested.
    package let spans: [Span]

    /// - Parameters:
    ///   - lower: the lower end, which may be infinite.
    ///   - upper: the upper end.
    ///   - seen: the measured value; nil for none.
    ///   - scale: the values of the left and the right edge. Zero is always within.
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

/// Assigns numbers to the cells of a row or a column.
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

    /// The cell of a number; for a number beyond the axis, the cell at that edge.
    func clampedCell(of number: Double) -> Int {
        guard high > low, !number.isNaN, cells > 0 else { return 0 }
        let share = (min(max(number, low), high) / 2 - low / 2) / (high / 2 - low / 2)
        return min(cells - 1, max(0, Int((share * Double(cells - 1)).rounded())))
    }

    func isBelow(_ number: Double) -> Bool { number < low }

    func isAbove(_ number: Double) -> Bool { number > high }
}

/// The names of places along an axis, as many as there is room for: `-50%  0         +100%`.
package struct AxisTicks {
    /// The names, each centred on its place. Zero is always among them.
    package let text: String

    /// The least number of columns between two names.
    private static let gap = 2
    private static let steps = [1.0, 2, 5]

    /// - Parameters:
    ///   - scale: the values of the left and the right edge.
    ///   - columns: how wide the axis is.
    ///   - name: the name of a number other than zero.
    package init(_ scale: ClosedRange<Double>, columns: Int, name: (Double) -> String) {
        let axis = Axis(scale, cells: columns)
        let span = scale.upperBound - scale.lowerBound
        guard columns > 0, span > 0, span.isFinite else {
            text = ""
            return
        }
        // From the finest division on to one with names that do not touch each other.
        var power = (log10(span / Double(columns))).rounded(.down)
        while power < log10(span) + 1 {
            for step in Self.steps {
                if let text = Self.line(axis, scale, step: step * pow(10, power), columns, name) {
                    self.text = text
                    return
                }
            }
            power += 1
        }
        text = Self.line(axis, 0...0, step: 1, columns, name) ?? ""
    }

    private static func line(
        _ axis: Axis, _ scale: ClosedRange<Double>, step: Double, _ columns: Int, _ name: (Double) -> String
    ) -> String? {
        let (first, last) = ((scale.lowerBound / step).rounded(.up), (scale.upperBound / step).rounded(.down))
        guard last - first < Double(columns) else { return nil }
        var line = ""
        var place = min(first, 0)
        while place <= max(last, 0) {
            defer { place += 1 }
            let text = place == 0 ? "0" : name(place * step)
            let width = DisplayText(text).width
            let start = max(0, min(columns - width, axis.clampedCell(of: place * step) - width / 2))
            let used = DisplayText(line).width
            guard width <= columns, line.isEmpty || start >= used + gap else { return nil }
            line += String(repeating: " ", count: start - used) + text
        }
        return line
    }
}

extension Span {
    /// Cells as runs of the same role.
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
