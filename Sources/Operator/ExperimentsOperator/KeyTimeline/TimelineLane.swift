import ExperimentsCore
import Foundation

/// A key's timeline as a line of cells up to now, each for the same length of time.
package struct TimelineLane: Sendable, Hashable {
    /// A value of the source on the line.
    package struct Stretch: Sendable, Hashable {
        /// The cells, the one of the change among them.
        package fileprivate(set) var columns: Range<Int>
        /// The value, with all characters visible; nil if the source had none.
        package let text: String?
        /// Whether it was the key's default.
        package let isDefault: Bool
        /// The number of changes in the first cell; 0 if it began before the line.
        package let changes: Int

        /// The sign for the changes; nil if there is none.
        package var sign: Character? {
            switch changes {
            case 0: nil
            case 1: "╪"
            default: changes < 10 ? Character("\(changes)") : "+"
            }
        }

        /// The character that fills the line.
        package var fill: Character { text == nil ? "·" : isDefault ? "─" : "═" }
    }

    /// An override on the line.
    package struct Overridden: Sendable, Hashable {
        package let columns: Range<Int>
        /// The value, with all characters visible.
        package let text: String
    }

    /// A mark of time below the line.
    package struct Tick: Sendable, Hashable {
        package let column: Int
        package let text: String
    }

    /// The values, side by side.
    package let values: [Stretch]
    /// The overrides, the later ones over those before.
    package let overrides: [Overridden]
    package let ticks: [Tick]
    /// The number of cells.
    package let width: Int

    /// - Parameters:
    ///   - span: the length of time up to `now`.
    ///   - width: the number of cells.
    ///   - localTime: the local time, for the marks.
    package init(
        _ timeline: KeyTimeline, _ span: TimelineSpan, width: Int, until now: Date, _ localTime: LocalTime
    ) {
        let (width, seconds) = (max(1, width), span.seconds)
        let start = now - seconds
        let cell = seconds / Double(width)
        /// Returns the column of a date. The last cell is for what still lasts.
        func column(_ date: Date) -> Int {
            Int(max(-1, min((date.timeIntervalSince(start) / cell).rounded(.down), Double(width - 1))))
        }
        /// Returns the columns from a first to a last one. Stored times are not ordered: a clock may have been set.
        func columns(_ first: Int, through last: Int) -> Range<Int> { first..<max(first, last) + 1 }
        var values: [Stretch] = []
        for period in timeline.periods
        where (period.until ?? now) >= start && column(period.until ?? now) >= 0 {
            let began = !period.isFirst && period.from >= start
            let first = max(column(period.from), values.last?.columns.lowerBound ?? 0)
            var changes = began ? 1 : 0
            if let last = values.last {
                // If there are several in a cell, only the last one has a line.
                if last.columns.lowerBound == first {
                    changes += last.changes
                    values.removeLast()
                } else {
                    values[values.count - 1].columns = last.columns.lowerBound..<first
                }
            }
            values.append(
                Stretch(
                    columns: columns(first, through: column(period.until ?? now)),
                    text: period.text.map(VisibleText.ofValue),
                    isDefault: timeline.isDefault(period.value), changes: changes))
        }
        self.values = values
        overrides = timeline.overrides.compactMap { period in
            let end = column(period.until ?? now)
            guard end >= 0, (period.until ?? now) >= start else { return nil }
            return Overridden(
                columns: columns(max(0, column(period.from ?? start)), through: end),
                text: VisibleText.ofValue(period.value))
        }
        self.width = width
        ticks = Self.ticks(from: start, seconds: seconds, width: width, localTime)
    }

    /// The marks of time on a line: `│05-12     │05-19`.
    package var tickLine: String {
        var line = ""
        for tick in ticks where tick.column >= line.count {
            guard tick.column + tick.text.count + 1 <= width else { break }
            line += String(repeating: " ", count: tick.column - line.count) + "│" + tick.text
        }
        return line
    }
}

/// The length of time that a lane shows, up to now.
package struct TimelineSpan: Sendable, Hashable {
    /// The length in seconds.
    package let seconds: TimeInterval

    private static let least: TimeInterval = 5

    package init(seconds: TimeInterval) { self.seconds = seconds > Self.least ? seconds : Self.least }

    /// Creates a span for everything known, unless there was no change for most of that time: then for the changes, and
    /// half as much time before them.
    package init(fitting timeline: KeyTimeline, at now: Date) {
        func length(_ dates: [Date]) -> TimeInterval { dates.min().map { now.timeIntervalSince($0) } ?? 0 }
        let overrides = timeline.overrides.compactMap { $0.from ?? $0.until }
        let whole = length(timeline.periods.map(\.from) + overrides)
        let changes = length(timeline.periods.dropFirst().map(\.from) + overrides)
        self.init(seconds: changes > 0 && changes * 4 < whole ? changes * 1.5 : whole)
    }

    /// The length in words: `the last 11 seconds`.
    package var words: String {
        let end = Date(timeIntervalSince1970: 0)
        let age = CountText.age(from: end - seconds.rounded(), to: end)
        return "the last " + (age.hasScalarPrefix("1 ") ? String(age.dropFirst(2)) : age)
    }

    /// Returns the span that shows twice as much, or half.
    package func next(wider: Bool) -> TimelineSpan {
        TimelineSpan(seconds: min(seconds * (wider ? 2 : 0.5), 50 * 366 * 86400))
    }
}

/// Marks of time along a lane.
extension TimelineLane {
    private static let steps: [TimeInterval] = [
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 2 * 86400,
        7 * 86400,
        14 * 86400, 28 * 86400,
        56 * 86400, 182 * 86400, 365 * 86400,
    ]
    /// Returns the number of columns for a mark with its text.
    private static func room(for step: TimeInterval) -> Double { step < 60 ? 12 : 9 }

    /// Returns the marks, by column, each with its day or time of day.
    private static func ticks(from start: Date, seconds: TimeInterval, width: Int, _ localTime: LocalTime)
        -> [Tick]
    {
        let perColumn = seconds / Double(max(1, width))
        let step = steps.first { $0 / perColumn >= room(for: $0) } ?? steps[steps.count - 1]
        let first = start.timeIntervalSince1970
        var ticks: [Tick] = []
        // By local clocks, which may be set forward or back in between.
        var time = ((first + Double(localTime.offset(at: start))) / step).rounded(.up) * step
        while ticks.count <= width {
            let guess = Date(timeIntervalSince1970: time - Double(localTime.offset(at: start)))
            let date = Date(timeIntervalSince1970: time - Double(localTime.offset(at: guess)))
            let column = Int((date.timeIntervalSince1970 - first) / perColumn)
            guard column < width else { break }
            // On a lane of a few cells the longest step is still too short.
            if column >= 0, ticks.last.map({ column > $0.column + $0.text.count }) ?? true {
                let civil = localTime.civil(date)
                // A span of several days has many midnights.
                let isDay = step >= 86400 || step >= 3600 && civil.timeText.hasPrefix("00:00")
                let text = String(isDay ? civil.dateText.suffix(5) : civil.timeText.prefix(step < 60 ? 8 : 5))
                ticks.append(Tick(column: column, text: text))
            }
            time += step
        }
        return ticks
    }
}
