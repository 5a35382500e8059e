import ExperimentEvents
import ExperimentStatistics
import Foundation

/// The effect on users by the time of their first exposure, which shows whether it fades.
package struct ExposureCourse: Sendable, Hashable {
    /// The users who were first exposed within some days.
    package struct Point: Sendable, Hashable {
        /// The first day, in days since the first exposure of all.
        package let day: Int
        /// The number of days.
        package let days: Int
        /// The date of the first day.
        package let date: EventDay
        /// The number of users in control and the treatment.
        package let users: Int
        /// The effect, with the standard error for a single look.
        package let effect: Effect
        /// The effects that a test with only these users, at the level of the experiment, does not reject.
        package let interval: Interval

        /// The effect as measured.
        package var seen: Double { effect.value }
    }

    /// The spans of days in which both groups had enough users to compare, oldest first.
    package let points: [Point]
    /// The unit of the effects: shares of control's mean, or differences if that mean may be zero in a span.
    package let unit: EffectUnit
    /// How the effect changes from the first users to the last; nil if there are fewer than three spans, or users had
    /// different lengths of time for their events.
    package let trend: Trend?

    /// Whether the effects are shares of control's mean.
    package var isLift: Bool { unit == .lift }

    /// A line through the effects, weighted by their precision.
    package struct Trend: Sendable, Hashable {
        /// The effects on the users of the first and the last span, on that line.
        package let first, last: Double
        /// The probability of a slope at least as large if the effect does not change. It is valid for a single look.
        package let pValue: Double

        /// Whether the change is notable: p below 1%.
        package var isClear: Bool { pValue < 0.01 }

        init?(_ points: [Point]) {
            guard points.count > 2, let start = points.first, let end = points.last else { return nil }
            func middle(_ point: Point) -> Double { Double(point.day) + Double(point.days) / 2 }
            let weights = points.map { 1 / ($0.effect.standardError * $0.effect.standardError) }
            let total = weights.reduce(0, +)
            let pairs = zip(points, weights)
            let day = pairs.reduce(0) { $0 + $1.1 * middle($1.0) } / total
            let mean = pairs.reduce(0) { $0 + $1.1 * $1.0.seen } / total
            let spread = pairs.reduce(0) { $0 + $1.1 * (middle($1.0) - day) * (middle($1.0) - day) }
            let slope = pairs.reduce(0) { $0 + $1.1 * (middle($1.0) - day) * ($1.0.seen - mean) } / spread
            guard slope.isFinite, spread > 0, spread.isFinite else { return nil }
            first = mean + slope * (middle(start) - day)
            last = mean + slope * (middle(end) - day)
            // Both tails of the normal distribution beyond slope divided by standard error.
            pValue = erfc(abs(slope) * spread.squareRoot() / 2.0.squareRoot())
        }
    }

    /// The change in words; nil if there is no notable one.
    package var trendWords: String? {
        guard let trend, trend.isClear else { return nil }
        let (from, to) = (unit.text(trend.first), unit.text(trend.last))
        let p = trend.pValue < 0.001 ? "p < 0.001" : "p = \(FigureText.plain(trend.pValue))"
        let word =
            trend.first * trend.last < 0 ? "turned" : abs(trend.last) < abs(trend.first) ? "faded" : "grew"
        return "the effect \(word) from \(from) for the first users to \(to) for the last (\(p))"
    }
}

extension ExperimentStanding {
    /// A sentence for each goal and treatment whose effect clearly changes with the time of the first exposure.
    var exposureRemarks: [String] {
        let goals = result.metrics.filter { plan.design.metrics[$0.metric].role == .goal }
        return goals.flatMap { metric in
            metric.treatments.compactMap { treatment in
                exposureCourse(of: metric.metric, treatment.group)?.trendWords.map {
                    "\(plan.design.metrics[metric.metric].name), \(plan.design.groups[treatment.group]): \($0)"
                }
            }
        }
    }

    /// Returns the effect on users by the time of their first exposure; nil if no user came.
    ///
    /// - Parameters:
    ///   - metric: the index of the metric in the design.
    ///   - group: the index of the treatment among the groups.
    ///   - spans: the maximum number of spans, which all have the same length.
    package func exposureCourse(of metric: Int, _ group: Int, spans: Int = 10) -> ExposureCourse? {
        let days = tally.days.filter { $0.users.values.contains { $0 > 0 } }
        guard let first = days.first?.day, let last = days.last?.day, spans > 0 else { return nil }
        let length = first.distance(to: last) / spans + 1
        let parts = Dictionary(grouping: days) { first.distance(to: $0.day) / length }
        let found = parts.sorted { $0.key < $1.key }.compactMap { place, days -> Span? in
            let data = plan.data(of: days, at: date)
            let comparison = try? plan.design.comparison(of: data, metric: metric, group: group)
            let end = min((place + 1) * length, first.distance(to: last) + 1)
            return comparison.map { Span(first: first, days: place * length..<end, comparison: $0) }
        }
        // A share of a mean that may be zero has no meaning.
        let isLift = found.allSatisfy(\.comparison.hasCertainBaseline)
        let points = found.compactMap { $0.point(isLift: isLift, alpha: plan.design.alpha) }
        let over = points.filter { plan.isOver(metric, through: $0.date.advanced(by: $0.days - 1), at: date) }
        let unit = EffectUnit(isLift: isLift, of: plan.design.metrics[metric].kind)
        return ExposureCourse(points: points, unit: unit, trend: ExposureCourse.Trend(over))
    }

    /// The users who were first exposed within some days.
    private struct Span {
        let first: EventDay
        let days: Range<Int>
        let comparison: GroupComparison

        func point(isLift: Bool, alpha: Double) -> ExposureCourse.Point? {
            var effect = comparison.decidingDifference
            if isLift {
                guard let lift = comparison.lift else { return nil }
                // Widen it by the ratio of the deciding error to the usual one.
                let wider = effect.standardError / comparison.difference.standardError
                effect = Effect(value: lift.value, standardError: lift.standardError * wider)
            }
            let test = FixedHorizonTest(effect, degreesOfFreedom: comparison.degreesOfFreedom, alpha: alpha)
            return test.map {
                ExposureCourse.Point(
                    day: days.lowerBound, days: days.count, date: first.advanced(by: days.lowerBound),
                    users: Int(nearest: comparison.units), effect: effect, interval: $0.interval)
            }
        }
    }
}
