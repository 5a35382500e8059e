import ExperimentStatistics

/// How the interval of a metric and treatment closed, look by look: the funnel.
package struct IntervalCourse: Sendable, Hashable {
    /// One look.
    package struct Point: Sendable, Hashable {
        /// When, in days since the start.
        package let day: Double
        /// The effect as seen by that look.
        package let seen: Double
        /// The interval that this look and earlier ones do not rule out.
        package let possible: Interval
    }

    /// The looks that ruled something out, the earliest first.
    package let points: [Point]
    /// The unit of all.
    package let unit: EffectUnit

    /// Whether all are shares of control's mean.
    package var isLift: Bool { unit == .lift }
}

extension ExperimentStanding {
    /// How the interval of a metric and treatment closed; nil if nothing is ruled out.
    ///
    /// - Parameters:
    ///   - metric: the metric's place in the design.
    ///   - group: the treatment's place among the groups.
    package func course(of metric: Int, _ group: Int) -> IntervalCourse? {
        let treatment = result.metrics.first { $0.metric == metric }?.treatments.first { $0.group == group }
        guard let treatment, let steps = evidence[metric, group]?.steps(alpha: treatment.level), !steps.isEmpty else {
            return nil
        }
        let isLift = treatment.lift.isFinite
        return IntervalCourse(
            points: steps.compactMap { step in
                let baseline = abs(step.look.baseline)
                let possible = isLift ? step.lift : step.difference
                guard possible.isFinite else { return nil }
                return IntervalCourse.Point(
                    day: step.look.day, seen: isLift ? step.look.difference / baseline : step.look.difference,
                    possible: possible)
            },
            unit: EffectUnit(isLift: isLift, of: plan.design.metrics[metric].kind))
    }

    /// How the deciding interval became narrower: that of the first goal, for the treatment that is known best.
    package var leadingCourse: (line: MetricLine, course: IntervalCourse)? {
        for (metric, treatment) in goals {
            guard let course = course(of: metric.metric, treatment.group), course.points.count > 1 else { continue }
            return (MetricLine(plan.design, metric: metric, treatment: treatment), course)
        }
        return nil
    }

    /// The line that decides: a guardrail that got worse, or else the first goal; and of its treatments the one with
    /// the narrowest interval.
    package var leadingLine: MetricLine? {
        if verdict.word == .harmful, let harm = lines.first(where: { $0.verdict.word == .harmful }) { return harm }
        return goals.first.map { MetricLine(plan.design, metric: $0.metric, treatment: $0.treatment) }
    }

    /// The goals with their treatments, of each goal the one that is known best first.
    private var goals: [(metric: MetricResult, treatment: TreatmentResult)] {
        result.metrics.filter { plan.design.metrics[$0.metric].role == .goal }.flatMap { metric in
            metric.treatments.sorted { $0.pValue < $1.pValue }.map { (metric, $0) }
        }
    }
}
