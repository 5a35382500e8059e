import ExperimentsCore
import Foundation

/// The frame of a chart in SVG: its axes, and where values lie in it.
struct PlotFrame {
    /// The size of the whole chart, in the units of its own coordinates.
    static let size = (width: 720.0, height: 240.0)
    private static let margin = (left: 64.0, right: 26.0, top: 10.0, bottom: 30.0)

    let xs: ClosedRange<Double>
    let ys: ClosedRange<Double>

    /// A frame for values; what lies outside of the ranges is drawn at their edges.
    init(xs: ClosedRange<Double>, ys: ClosedRange<Double>) {
        self.xs = xs.upperBound > xs.lowerBound ? xs : xs.lowerBound...(xs.lowerBound + 1)
        self.ys = ys.upperBound > ys.lowerBound ? ys : (ys.lowerBound - 1)...(ys.lowerBound + 1)
    }

    func x(_ value: Double) -> Double {
        Self.margin.left + Self.share(of: value, in: xs) * (Self.size.width - Self.margin.left - Self.margin.right)
    }

    func y(_ value: Double) -> Double {
        let bottom = Self.size.height - Self.margin.bottom
        return bottom - Self.share(of: value, in: ys) * (bottom - Self.margin.top)
    }

    private static func share(of value: Double, in range: ClosedRange<Double>) -> Double {
        let value = min(max(value.isNaN ? range.lowerBound : value, range.lowerBound), range.upperBound)
        return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    /// A chart with lines at round values.
    ///
    /// - Parameters:
    ///   - label: the words for who cannot see it.
    ///   - content: the SVG between the lines and the labels.
    ///   - xText: the label of a value on the horizontal axis.
    func svg(
        label: String, content: String, xText: (Double) -> String, yText: (Double) -> String
    ) -> String {
        let (width, height) = (Self.size.width, Self.size.height)
        var svg = """
            <svg viewBox="0 0 \(Self.text(width)) \(Self.text(height))" role="img" aria-label="\(XMLText.escaped(VisibleText.of(label)))">

            """
        for value in Self.roundValues(in: ys, count: 5) {
            let place = Self.text(y(value))
            let kind = value == 0 ? "zero" : "grid"
            svg += """
                <line class="\(kind)" x1="\(Self.text(Self.margin.left))" x2="\(Self.text(width - Self.margin.right))" \
                y1="\(place)" y2="\(place)"/>
                <text class="axis" x="\(Self.text(Self.margin.left - 8))" y="\(Self.text(y(value) + 4))" \
                text-anchor="end">\(XMLText.escaped(yText(value)))</text>

                """
        }
        for value in Self.roundValues(in: xs, count: 7) {
            svg += """
                <text class="axis" x="\(Self.text(x(value)))" y="\(Self.text(height - 8))" \
                text-anchor="middle">\(XMLText.escaped(xText(value)))</text>

                """
        }
        return svg + content + "</svg>\n"
    }

    /// Round values in a range, about `count`, at least one of which is zero if it is in the range.
    static func roundValues(in range: ClosedRange<Double>, count: Int) -> [Double] {
        let raw = (range.upperBound - range.lowerBound) / Double(max(1, count))
        guard raw > 0, raw.isFinite else { return [] }
        let power = pow(10, log10(raw).rounded(.down))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= raw * 0.999 } ?? raw
        let first = (range.lowerBound / step).rounded(.up)
        let values = (0...(2 * count + 2)).map { (first + Double($0)) * step }
        let inside = values.filter { $0 <= range.upperBound + step * 1e-9 }
        return inside.map { abs($0) < step / 2 ? 0 : $0 }
    }

    /// A coordinate with one digit after the point.
    static func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
