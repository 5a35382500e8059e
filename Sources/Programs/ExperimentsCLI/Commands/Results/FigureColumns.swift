import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator

extension TreatmentFigures {
    typealias Columns = [FigureColumn<TreatmentFigures>]

    static var columns: Columns {
        var columns = named
        columns += effect
        columns += groups(\.unitsWithValue, "users_with_value")
        columns += sums
        columns += precision
        columns += singleLook
        return columns
    }

    private static var precision: Columns {
        [
            ("control_adjusted_mean", { $0.treatment.comparison?.control.adjustedMean }),
            ("treatment_adjusted_mean", { $0.treatment.comparison?.treatment.adjustedMean }),
            ("control_variance", { $0.treatment.comparison?.control.variance }),
            ("treatment_variance", { $0.treatment.comparison?.treatment.variance }),
            ("standard_error", { $0.standardError }),
            ("deciding_standard_error", { $0.decidingStandardError }),
            ("lift_standard_error", { $0.liftStandardError }),
            ("degrees_of_freedom", { $0.degreesOfFreedom }),
            ("adjusted", { $0.isAdjusted }), ("theta", { $0.theta }), ("cap", { $0.cap }),
            ("level", { $0.treatment.level }),
        ]
    }

    /// Welch's test, which is only valid for a single look at the end.
    private static var singleLook: Columns {
        [
            ("single_look_p_value", { $0.treatment.fixedHorizon?.pValue }),
            ("single_look_level", { $0.treatment.fixedHorizon?.level }),
            ("single_look_difference_lower", { $0.treatment.fixedHorizon?.interval.lower }),
            ("single_look_difference_upper", { $0.treatment.fixedHorizon?.interval.upper }),
            ("single_look_lift_lower", { $0.treatment.fixedHorizon?.lift?.lower }),
            ("single_look_lift_upper", { $0.treatment.fixedHorizon?.lift?.upper }),
        ]
    }

    /// The names of the experiment, the metric and the group.
    private static var named: Columns {
        [
            ("experiment", { $0.standing.name }), ("metric", { $0.declared.name }),
            ("kind", { $0.declared.kind.rawValue }), ("role", { $0.declared.role.rawValue }),
            ("control", { $0.design.groups[$0.design.control] }),
            ("treatment", { $0.design.groups[$0.treatment.group] }),
        ]
    }

    private static var effect: Columns {
        let effect: Columns = [
            ("control_mean", { $0.mean($0.design.control) }),
            ("treatment_mean", { $0.mean($0.treatment.group) }),
            ("difference", { $0.difference }), ("difference_lower", { $0.treatment.difference.lower }),
            ("difference_upper", { $0.treatment.difference.upper }), ("lift", { $0.lift }),
            ("lift_lower", { $0.treatment.lift.lower }), ("lift_upper", { $0.treatment.lift.upper }),
            ("p_value", { $0.treatment.knownPValue }), ("chance_to_win", { $0.treatment.chanceToWin }),
            ("verdict", { $0.treatment.verdict.word.rawValue }),
            ("experiment_verdict", { $0.standing.verdict.word.rawValue }),
            ("margin", { ($0.treatment.safety?.margin.size).map { abs($0) } }),
            ("worst", { $0.treatment.safety?.worst }),
            ("users_left", { $0.treatment.safety?.usersLeft }),
            ("changed_on_day", { $0.treatment.change?.day }),
            ("open_users", { $0.treatment.waiting?.users }),
        ]
        return groups(\.units, "users") + effect
    }

    private static var sums: Columns {
        let sums: [(KeyPath<GroupTotals, PreciseSum>, String)] = [
            (\.sum, "sum"), (\.sumSquares, "sum_of_squares"), (\.denominator.sum, "denominator_sum"),
            (\.denominator.sumSquares, "denominator_sum_of_squares"),
            (\.denominator.productSum, "denominator_sum_of_products"), (\.past.sum, "past_sum"),
            (\.past.sumSquares, "past_sum_of_squares"), (\.past.productSum, "past_sum_of_products"),
        ]
        return sums.flatMap { sum, name -> Columns in
            [
                ("control_" + name, { $0.totals($0.design.control)[keyPath: sum].value }),
                ("treatment_" + name, { $0.totals($0.treatment.group)[keyPath: sum].value }),
            ]
        }
    }

    /// Returns a column for control and one for the treatment.
    private static func groups(_ count: KeyPath<GroupTotals, Int>, _ name: String) -> Columns {
        [
            ("control_" + name, { $0.totals($0.design.control)[keyPath: count] }),
            ("treatment_" + name, { $0.totals($0.treatment.group)[keyPath: count] }),
        ]
    }
}

/// A look that narrowed the interval.
struct CourseRow {
    let figures: TreatmentFigures
    let course: IntervalCourse
    let point: IntervalCourse.Point

    static func all(_ figures: TreatmentFigures) -> [CourseRow] {
        guard let course = figures.standing.course(of: figures.metric.metric, figures.treatment.group) else {
            return []
        }
        return course.points.map { CourseRow(figures: figures, course: course, point: $0) }
    }

    static var columns: [FigureColumn<CourseRow>] {
        [
            ("experiment", { $0.figures.standing.name }), ("metric", { $0.figures.declared.name }),
            ("treatment", { $0.figures.design.groups[$0.figures.treatment.group] }),
            ("day", { $0.point.day }), ("is_lift", { $0.course.isLift }),
            ("effect", { $0.point.seen }),
            ("lower", { $0.point.possible.lower }),
            ("upper", { $0.point.possible.upper }),
        ]
    }
}

/// The effect on the users who were first exposed on a day.
struct CohortRow {
    let figures: TreatmentFigures
    let course: ExposureCourse
    let point: ExposureCourse.Point

    static func all(_ figures: TreatmentFigures) -> [CohortRow] {
        let course = figures.standing.exposureCourse(
            of: figures.metric.metric, figures.treatment.group, spans: .max)
        return (course?.points ?? []).compactMap { point in
            course.map { CohortRow(figures: figures, course: $0, point: point) }
        }
    }

    static var columns: [FigureColumn<CohortRow>] {
        [
            ("experiment", { $0.figures.standing.name }), ("metric", { $0.figures.declared.name }),
            ("treatment", { $0.figures.design.groups[$0.figures.treatment.group] }),
            ("date", { "\($0.point.date)" }), ("users", { $0.point.users }),
            ("is_lift", { $0.course.isLift }), ("effect", { $0.point.seen }),
            ("standard_error", { $0.point.effect.standardError }),
            ("lower", { $0.point.interval.lower }),
            ("upper", { $0.point.interval.upper }),
        ]
    }
}

/// A column of figures for other programs: its name, and the cell of a row. An unknown figure is nil.
typealias FigureColumn<Row> = (name: String, cell: (Row) -> (any DocumentValue)?)

/// All figures of one metric and treatment, for documents and exports. Unbounded and unknown figures are null.
struct TreatmentFigures {
    let standing: ExperimentStanding
    let metric: MetricResult
    let treatment: TreatmentResult

    /// Returns the figures of experiments, metric by metric.
    static func all(_ standings: [ExperimentStanding]) -> [TreatmentFigures] {
        standings.flatMap { standing in
            standing.result.metrics.flatMap { metric in
                metric.treatments.map { TreatmentFigures(standing: standing, metric: metric, treatment: $0) }
            }
        }
    }

    var design: ExperimentDesign { standing.plan.design }
    var declared: MetricDesign { design.metrics[metric.metric] }
    private var comparison: GroupComparison? { treatment.comparison }

    /// Returns the mean of control or of the treatment.
    func mean(_ group: Int) -> Double? {
        let means = metric.means(of: treatment, design)
        return group == design.control ? means.control : means.treatment
    }

    func totals(_ group: Int) -> GroupTotals { standing.data.totals(metric.metric, group) }

    var difference: Double? { comparison?.difference.value }
    var standardError: Double? { comparison?.difference.standardError }
    var decidingStandardError: Double? { comparison?.decidingDifference.standardError }
    var lift: Double? { comparison?.lift?.value }
    var liftStandardError: Double? { comparison?.lift?.standardError }
    var degreesOfFreedom: Double? { comparison?.degreesOfFreedom }
    /// Whether the values are adjusted by the time before the first exposure.
    var isAdjusted: Bool { comparison?.adjustment != nil }
    var theta: Double? { comparison?.adjustment }
    var cap: Double? { standing.cap(of: declared) }

    /// Returns the figures of control or of the treatment. In the sums, y are the values of users, d their
    /// denominators, and x their values before the first exposure.
    func group(_ group: Int) -> Document {
        let totals = totals(group)
        let estimate = group == design.control ? comparison?.control : comparison?.treatment
        let (denominator, past) = (totals.denominator, totals.past)
        return [
            "users": totals.units, "usersWithValue": totals.unitsWithValue, "mean": mean(group).orNull,
            "adjustedMean": (estimate?.adjustedMean).orNull, "variance": (estimate?.variance).orNull,
            "sum": totals.sum.value, "sumOfSquares": totals.sumSquares.value,
            "denominatorSum": denominator.sum.value, "denominatorSumOfSquares": denominator.sumSquares.value,
            "denominatorSumOfProducts": denominator.productSum.value, "pastSum": past.sum.value,
            "pastSumOfSquares": past.sumSquares.value, "pastSumOfProducts": past.productSum.value,
        ]
    }
}

extension Interval {
    /// The bounds; null if there is none.
    var document: [Double] { [lower, upper] }
}
