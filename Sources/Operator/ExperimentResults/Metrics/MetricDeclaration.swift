import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject

extension ProjectMetric {
    /// The event in words; of a ratio both: `click per view`.
    package var eventText: String {
        let events = [event, denominatorEvent].compactMap(\.self).joined(separator: " per ")
        return countsEvents ? events + ", counted" : events
    }

    /// The window in words: `72h`, `24h to 48h`, `none`.
    package var windowText: String {
        let end = window.map { DurationText.text(of: $0) }
        let range = windowStart.map { "\(DurationText.text(of: $0)) to \(end ?? "any time")" } ?? end ?? "none"
        return countsCompleteWindowsOnly ? range + ", only users whose window is over" : range
    }
}

extension LeastEffect {
    /// The effect in words: `5 %`, `0.2`.
    package var text: String {
        switch self {
        case .lift(let share): FigureText.percent(abs(share))
        case .difference(let size): FigureText.plain(abs(size))
        }
    }
}

extension ExperimentStanding {
    /// The largest amount that counts for one user, as a number; nil for no cap, or if no user has a value yet.
    package func cap(of metric: MetricDesign) -> Double? {
        switch metric.cap {
        case .value(let limit): limit
        case .percentile: tally.caps[metric.name]
        case nil: nil
        }
    }

    /// The cap in words: `500`, `99 %`; nil for none.
    package func capText(of metric: MetricDesign) -> String? {
        switch metric.cap {
        case .value(let limit): FigureText.precise(limit)
        case .percentile(let share, _):
            "\(FigureText.percent(share)) of users with a value"
                + (cap(of: metric).map { ", now \(FigureText.precise($0))" } ?? "")
        case nil: nil
        }
    }
}
