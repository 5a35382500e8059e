import ExperimentStatistics

/// How the interval of a metric and treatment narrowed from look to look.
package struct IntervalCourse: Sendable, Hashable {
    /// One look.
    package struct Point: Sendable, Hashable {
        /// The time, in days since the start.
        package let day: Double
        /// The effect as measured by that look.
        package let seen: Double
        /// The interval that this look and earlier ones have not ruled out.
        package let possible: Interval
    }

    /// The looks that ruled something out, oldest first.
    package let points: [Point]
    /// The unit of all values.
    package let unit: EffectUnit

    /// Whether all values are shares of control's mean.
    package var isLift: Bool { unit == .lift }
}

extension ExperimentStanding {
    /// Returns how the interval of a metric and treatment narrowed; nil if nothing is ruled out.
    ///
    /// - Parameters:
    ///   - metric: the index of the metric in the design.
    ///   - group: the index of the treatment among the groups.
    package func course(of metric: Int, _ group: Int) -> IntervalCourse? {
        let treatment = result.metrics.first { $0.metric == metric }?.treatments.first { $0.group == group }
        guard let treatment, let steps = evidence[metric, group]?.steps(alpha: treatment.level),
            !steps.isEmpty
        else {
            return nil
        }
        let isLift = treatment.lift.isFinite
        var points = steps.compactMap { step -> IntervalCourse.Point? in
            let baseline = abs(step.look.baseline)
            let possible = isLift ? step.lift : step.difference
            guard possible.isFinite else { return nil }
            return IntervalCourse.Point(
                day: step.look.day, seen: isLift ? step.look.difference / baseline : step.look.difference,
                possible: possible)
        }
        // For a guardrail, and after a change of the effect, the interval of now may be that of a look that is not stored.
        let now = isLift ? treatment.lift : treatment.difference
        let seen = isLift ? treatment.comparison?.lift?.value : treatment.comparison?.difference.value
        if let seen, now.isFinite, let last = points.last, last.day < days, last.possible != now,
            usesLatestLook(metric, group)
        {
            points.append(IntervalCourse.Point(day: days, seen: seen, possible: now))
        }
        return IntervalCourse(
            points: points,
            unit: EffectUnit(isLift: isLift, of: plan.design.metrics[metric].kind))
    }

    /// Returns whether the interval of a metric and treatment is that of the latest look alone.
    private func usesLatestLook(_ metric: Int, _ group: Int) -> Bool {
        plan.design.metrics[metric].role == .guardrail || evidence[metric, group]?.hasChanged == true
    }

    /// How the deciding interval narrowed: that of the first goal, for the treatment with the narrowest interval.
    package var leadingCourse: (line: MetricLine, course: IntervalCourse)? {
        for (metric, treatment) in goals {
            guard let course = course(of: metric.metric, treatment.group), course.points.count > 1 else {
                continue
            }
            return (MetricLine(plan.design, metric: metric, treatment: treatment), course)
        }
        return nil
    }

    /// The deciding line: a guardrail that got worse, otherwise the first goal, for the treatment with the narrowest
    /// interval.
    package var leadingLine: MetricLine? {
        if verdict.word == .harmful, let harm = lines.first(where: { $0.verdict.word == .harmful }) {
            return harm
        }
        if verdict.word == .safe || verdict.word == .notYetKnown {
            return lines.first { $0.metric.role == .guardrail && $0.verdict.word == verdict.word }
        }
        return goals.first.map { MetricLine(plan.design, metric: $0.metric, treatment: $0.treatment) }
    }

    /// The goals with their treatments. For each goal, the one with the narrowest interval is first.
    private var goals: [(metric: MetricResult, treatment: TreatmentResult)] {
        result.metrics.filter { plan.design.metrics[$0.metric].role == .goal }.flatMap { metric in
            metric.treatments.sorted { $0.pValue < $1.pValue }.map { (metric, $0) }
        }
    }
}
