import ExperimentsCore
import Foundation

/// A key's timeline as a line of cells up to now, each for the same length of time.
package struct TimelineLane: Sendable, Hashable {
    /// The content of a cell in the line of values.
    package enum Mark: Sendable, Hashable {
        /// It is not known.
        case unknown
        /// The source had no value.
        case absent
        /// The source had a value. `isDefault` says whether it was the key's default.
        case value(isDefault: Bool)
        /// The value changed, this many times.
        case change(Int)

        /// The character for it, which a terminal with only ASCII replaces.
        package var symbol: Character {
            switch self {
            case .unknown: " "
            case .absent: "."
            case .value(let isDefault): isDefault ? "─" : "═"
            case .change(1): "◆"
            case .change(let count): count < 10 ? Character("\(count)") : "+"
            }
        }
    }

    /// A mark of time below the line.
    package struct Tick: Sendable, Hashable {
        package let column: Int
        package let text: String
    }

    /// The line of values.
    package let values: [Mark]
    /// Whether an override was active in each cell.
    package let overrides: [Bool]
    package let ticks: [Tick]
    /// The time of the first cell.
    package let start: Date
    /// The length of time of a cell, in seconds.
    package let secondsPerCell: TimeInterval

    /// - Parameters:
    ///   - seconds: the length of time up to `now`, in seconds.
    ///   - width: the number of cells.
    ///   - localTime: the local time, for the marks.
    package init(
        _ timeline: KeyTimeline, seconds: TimeInterval, width: Int, until now: Date, _ localTime: LocalTime
    ) {
        let (width, seconds) = (max(1, width), max(1, seconds))
        let start = now - seconds
        let cell = seconds / Double(width)
        (self.start, secondsPerCell) = (start, cell)
        /// The last cell is the one that is still going on.
        func column(_ date: Date) -> Int {
            Int(max(-1, min((date.timeIntervalSince(start) / cell).rounded(.down), Double(width - 1))))
        }
        var values = [Mark](repeating: .unknown, count: width)
        for period in timeline.periods {
            let end = column(period.until ?? now)
            guard end >= 0, (period.until ?? now) >= start else { continue }
            let mark: Mark =
                period.value == nil ? .absent : .value(isDefault: timeline.isDefault(period.value))
            for place in max(0, column(period.from))...end { values[place] = mark }
        }
        var counts: [Int: Int] = [:]
        for period in timeline.periods where !period.isFirst && period.from >= start {
            counts[max(0, column(period.from)), default: 0] += 1
        }
        for (place, count) in counts { values[place] = .change(count) }
        var overrides = [Bool](repeating: false, count: width)
        for period in timeline.overrides {
            let end = column(period.until ?? now)
            guard end >= 0, (period.until ?? now) >= start else { continue }
            for place in max(0, column(period.from ?? start))...end { overrides[place] = true }
        }
        (self.values, self.overrides) = (values, overrides)
        ticks = TimelineTicks(from: start, seconds: seconds, width: width, localTime).ticks
    }

    /// The character for an override.
    package static let overrideSymbol: Character = "▅"

    /// The marks of time on a line: `│05-12     │05-19`.
    package var tickLine: String {
        var line = ""
        for tick in ticks where tick.column >= line.count {
            guard tick.column + tick.text.count + 1 <= values.count else { break }
            line += String(repeating: " ", count: tick.column - line.count) + "│" + tick.text
        }
        return line
    }

    /// The line of the values.
    package var valueLine: String { String(values.map(\.symbol)) }

    /// The line of the overrides; nil if there are none.
    package var overrideLine: String? {
        guard let last = overrides.lastIndex(of: true) else { return nil }
        return String(overrides[...last].map { $0 ? Self.overrideSymbol : " " })
    }
}

/// The length of time that a lane shows, up to now.
package enum TimelineScale: String, Sendable, Hashable, CaseIterable {
    case hour, day, week, month, quarter, year

    /// The length in seconds.
    package var seconds: TimeInterval {
        switch self {
        case .hour: 3600
        case .day: 86400
        case .week: 7 * 86400
        case .month: 30 * 86400
        case .quarter: 91 * 86400
        case .year: 366 * 86400
        }
    }

    /// The length in words: `the last week`.
    package var words: String { "the last \(rawValue)" }

    /// The one that shows more, or less; nil if there is none.
    package func next(wider: Bool) -> TimelineScale? {
        let all = Self.allCases
        guard let index = all.firstIndex(of: self) else { return nil }
        let next = index + (wider ? 1 : -1)
        return all.indices.contains(next) ? all[next] : nil
    }

    /// The shortest that shows every change and override, or if there is none all that is known.
    package init(fitting timeline: KeyTimeline, at now: Date) {
        let changes = timeline.periods.dropFirst().map(\.from) + timeline.overrides.compactMap { $0.from ?? $0.until }
        let first = changes.min() ?? timeline.periods.first?.from ?? now
        // A little more, so that what was there before the first change is seen, too.
        let length = now.timeIntervalSince(first) * 1.05
        self = Self.allCases.first { $0.seconds >= length } ?? .year
    }
}

/// Marks of time along a lane.
struct TimelineTicks {
    private static let steps: [TimeInterval] = [
        300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 2 * 86400, 7 * 86400, 14 * 86400, 28 * 86400,
        56 * 86400,
    ]
    /// The columns that a mark and its text take.
    private static let room = 9.0

    /// The marks, by column, each with its day or time of day.
    let ticks: [TimelineLane.Tick]

    init(from start: Date, seconds: TimeInterval, width: Int, _ localTime: LocalTime) {
        let perColumn = seconds / Double(max(1, width))
        let step = Self.steps.first { $0 / perColumn >= Self.room } ?? Self.steps[Self.steps.count - 1]
        let first = start.timeIntervalSince1970
        var ticks: [TimelineLane.Tick] = []
        // As clocks show it, which are put forward and back in between.
        var time = ((first + Double(localTime.offset(at: start))) / step).rounded(.up) * step
        while ticks.count <= width {
            let guess = Date(timeIntervalSince1970: time - Double(localTime.offset(at: start)))
            let date = Date(timeIntervalSince1970: time - Double(localTime.offset(at: guess)))
            let column = Int((date.timeIntervalSince1970 - first) / perColumn)
            guard column < width else { break }
            // On a lane of a few cells the longest step is still too short.
            if column >= 0, ticks.last.map({ column > $0.column + $0.text.count }) ?? true {
                let civil = localTime.civil(date)
                let text = step >= 86400 ? String(civil.dateText.suffix(5)) : String(civil.timeText.prefix(5))
                ticks.append(TimelineLane.Tick(column: column, text: text))
            }
            time += step
        }
        self.ticks = ticks
    }
}
