import ExperimentEvents
import ExperimentStatistics

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
    ///   - metric: the metric's place in the design.
    ///   - group: the treatment's place among the groups.
    ///   - spans: the most spans of days, which all have the same length.
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
        // A share of a mean that may be zero says nothing.
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
                // As much wider as the error that decides is than the usual one.
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
