import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import Foundation

extension ReportChart {
    /// The chart as SVG, with classes for the colors of the page.
    var svg: String {
        switch self {
        case .usersByDay(let users, let first, let caption):
            Self.columns(users, from: first, caption: caption)
        case .course(let course, let days, let word, let caption):
            Self.course(course, until: days, word, caption: caption)
        case .cohorts(let course, let caption): Self.cohorts(course, caption)
        }
    }

    private static func columns(_ users: [Int], from first: EventDay, caption: String) -> String {
        let largest = Double(users.max() ?? 0)
        let frame = PlotFrame(xs: 0...Double(max(1, users.count)), ys: 0...max(1, largest))
        var content = ""
        for (day, count) in users.enumerated() where count > 0 {
            let (left, right) = (frame.x(Double(day) + 0.12), frame.x(Double(day) + 0.88))
            let top = frame.y(Double(count))
            content += """
                <rect class="bar" x="\(text(left))" y="\(text(top))" width="\(text(right - left))" \
                height="\(text(frame.y(0) - top))" rx="1.5"><title>\(first.advanced(by: day)): \
                \(FigureText.count(count, "user"))</title></rect>

                """
        }
        return frame.svg(label: caption, content: content) { day in
            day == day.rounded() && Int(day) < users.count ? monthAndDay(first.advanced(by: Int(day))) : ""
        } yText: { count in
            count == count.rounded() ? FigureText.grouped(Int(count)) : ""
        }
    }

    /// Draws the band of intervals, step by step, and the measured effect.
    private static func course(
        _ course: IntervalCourse, until days: Double, _ word: VerdictWord, caption: String
    ) -> String {
        let points = course.points
        guard let first = points.first, let last = points.last else { return "" }
        // The first intervals are many times wider than the last ones, which matter most.
        let reach = max(abs(last.possible.lower), abs(last.possible.upper), abs(last.seen)) * 4
        let low = max(-reach, points.map { min($0.possible.lower, $0.seen) }.min() ?? 0)
        let high = min(reach, points.map { max($0.possible.upper, $0.seen) }.max() ?? 0)
        // The last interval needs some width, too.
        let end = max(first.day, days, last.day) + max(0, days - first.day) / 40
        let frame = PlotFrame(xs: min(first.day, days)...end, ys: min(0, low)...max(0, high))
        func steps(_ value: (IntervalCourse.Point) -> Double) -> [(x: Double, y: Double)] {
            var path: [(x: Double, y: Double)] = []
            for point in points {
                let place = (x: frame.x(point.day), y: frame.y(value(point)))
                if let before = path.last { path.append((place.x, before.y)) }
                path.append(place)
            }
            if let last = path.last { path.append((frame.x(end), last.y)) }
            return path
        }
        func list(_ path: [(x: Double, y: Double)]) -> String {
            path.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
        }
        let band = steps(\.possible.lower) + steps(\.possible.upper).reversed()
        let seen = points.map { (x: frame.x($0.day), y: frame.y($0.seen)) }
        let content = """
            <polygon class="band \(word.tone)" points="\(list(band))"/>
            <polyline class="seen \(word.tone)" points="\(list(seen))"/>
            <circle class="dot \(word.tone)" cx="\(text(seen.last?.x ?? 0))" cy="\(text(seen.last?.y ?? 0))" r="4"/>

            """
        return frame.svg(label: caption, content: content, xText: dayText) { course.unit.text($0) }
    }

    /// Draws the effect on the users of each span of days, with its interval.
    private static func cohorts(_ course: ExposureCourse, _ caption: String) -> String {
        let reach = course.points.flatMap { [$0.interval.lower, $0.interval.upper] }.filter(\.isFinite)
        let most = (course.points.map { abs($0.seen) }.max() ?? 0) * 6
        let (low, high) = (max(-most, reach.min() ?? 0), min(most, reach.max() ?? 0))
        let last = course.points.last.map { Double($0.day + $0.days) } ?? 1
        let frame = PlotFrame(xs: 0...max(1, last), ys: min(0, low)...max(0, high))
        var content = ""
        for point in course.points {
            let x = frame.x(Double(point.day) + Double(point.days) / 2)
            content += """
                <line class="range" x1="\(text(x))" x2="\(text(x))" y1="\(text(frame.y(point.interval.lower)))" \
                y2="\(text(frame.y(point.interval.upper)))"/>
                <circle class="dot" cx="\(text(x))" cy="\(text(frame.y(point.seen)))" r="4"/>

                """
        }
        return frame.svg(label: caption, content: content, xText: dayText) { course.unit.text($0) }
    }

    private static func dayText(_ day: Double) -> String {
        day == day.rounded() ? "day \(FigureText.grouped(Int(exactly: day) ?? 0))" : ""
    }

    private static func monthAndDay(_ day: EventDay) -> String { String(day.description.dropFirst(5)) }

    private static func text(_ value: Double) -> String { PlotFrame.text(value) }
}

extension EffectRange {
    /// Draws an interval as a bar against zero, for a cell of a table.
    func svg(on scale: ClosedRange<Double>, tone: String) -> String {
        let size = (width: 220.0, height: 22.0)
        func x(_ value: Double) -> Double {
            let share = (value - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
            return 4 + min(max(share.isNaN ? 0.5 : share, 0), 1) * (size.width - 8)
        }
        let label = "\(seenText), between \(rangeText ?? "any values")"
        let (left, right) = (x(possible.lower), x(possible.upper))
        let bar =
            possible == .everything
            ? ""
            : """
            <rect class="interval \(tone)" x="\(PlotFrame.text(left))" y="7" \
            width="\(PlotFrame.text(max(2, right - left)))" height="8" rx="4"/>
            """
        return """
            <svg class="interval" viewBox="0 0 \(Int(size.width)) \(Int(size.height))" role="img" \
            aria-label="\(label)"><line class="zero" x1="\(PlotFrame.text(x(0)))" \
            x2="\(PlotFrame.text(x(0)))" y1="1" y2="21"/>\(bar)\
            <circle class="dot \(tone)" cx="\(PlotFrame.text(x(seen)))" cy="11" r="4"/></svg>
            """
    }
}

extension VerdictWord {
    /// The class of its color on a page.
    var tone: String {
        switch self {
        case .better, .safe: "good"
        case .worse, .harmful: "bad"
        case .untrustworthy, .changed: "warning"
        case .noData, .tooEarly, .undecided, .noDifference, .notYetKnown: "neutral"
        }
    }
}

/// The frame of an SVG chart: its axes, and the positions of values.
struct PlotFrame {
    /// The size of the whole chart, in the units of its own coordinates.
    static let size = (width: 720.0, height: 240.0)
    private static let margin = (left: 64.0, right: 26.0, top: 10.0, bottom: 30.0)

    let xs: ClosedRange<Double>
    let ys: ClosedRange<Double>

    /// Creates a frame for values. Values outside the ranges are drawn at the edges.
    init(xs: ClosedRange<Double>, ys: ClosedRange<Double>) {
        self.xs = xs.upperBound > xs.lowerBound ? xs : xs.lowerBound...(xs.lowerBound + 1)
        self.ys = ys.upperBound > ys.lowerBound ? ys : (ys.lowerBound - 1)...(ys.lowerBound + 1)
    }

    func x(_ value: Double) -> Double {
        Self.margin.left + Self.share(of: value, in: xs)
            * (Self.size.width - Self.margin.left - Self.margin.right)
    }

    func y(_ value: Double) -> Double {
        let bottom = Self.size.height - Self.margin.bottom
        return bottom - Self.share(of: value, in: ys) * (bottom - Self.margin.top)
    }

    private static func share(of value: Double, in range: ClosedRange<Double>) -> Double {
        let value = min(max(value.isNaN ? range.lowerBound : value, range.lowerBound), range.upperBound)
        return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    /// Returns a chart with lines at round values.
    ///
    /// - Parameters:
    ///   - label: a description for people who cannot see it.
    ///   - content: the SVG between the lines and the labels.
    ///   - xText: the label of a value on the horizontal axis.
    func svg(label: String, content: String, xText: (Double) -> String, yText: (Double) -> String) -> String {
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

    /// Returns about `count` round values in a range, including zero if it is in the range.
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

    /// Returns a coordinate with one digit after the point.
    static func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
