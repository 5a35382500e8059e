import ExperimentResults
import ExperimentStatistics
import ExperimentsCore

/// All figures of one metric and treatment, for documents and exports. What is unbounded or unknown is null.
struct TreatmentFigures {
    let standing: ExperimentStanding
    let metric: MetricResult
    let treatment: TreatmentResult

    /// The figures of experiments, metric by metric.
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

    /// The mean of control or of the treatment.
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

    /// The figures of control or of the treatment; of the sums, y are the values of users, d their denominators, and x
    /// their values before the first exposure.
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
    /// The bounds, null where there is none.
    var document: [Double] { [lower, upper] }
}
