import ExperimentsCore
import Foundation

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
