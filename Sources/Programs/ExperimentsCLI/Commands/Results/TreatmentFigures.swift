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
    func mean(_ group: Int) -> JSONValue {
        let means = metric.means(of: treatment, design)
        return Self.number(group == design.control ? means.control : means.treatment)
    }

    func totals(_ group: Int) -> GroupTotals { standing.data.totals(metric.metric, group) }

    var difference: JSONValue { Self.number(comparison?.difference.value) }
    var standardError: JSONValue { Self.number(comparison?.difference.standardError) }
    var decidingStandardError: JSONValue { Self.number(comparison?.decidingDifference.standardError) }
    var lift: JSONValue { Self.number(comparison?.lift?.value) }
    var liftStandardError: JSONValue { Self.number(comparison?.lift?.standardError) }
    var degreesOfFreedom: JSONValue { Self.number(comparison?.degreesOfFreedom) }
    /// Whether the values are adjusted by the time before the first exposure.
    var isAdjusted: JSONValue { .bool(comparison?.adjustment != nil) }
    var theta: JSONValue { Self.number(comparison?.adjustment) }
    var cap: JSONValue { Self.number(standing.cap(of: declared)) }

    /// The figures of control or of the treatment.
    func group(_ group: Int) -> JSONValue {
        let totals = totals(group)
        let estimate = group == design.control ? comparison?.control : comparison?.treatment
        var members = JSONObject()
        members["users"] = Self.count(totals.units)
        members["usersWithValue"] = Self.count(totals.unitsWithValue)
        members["mean"] = mean(group)
        members["adjustedMean"] = Self.number(estimate?.adjustedMean)
        members["variance"] = Self.number(estimate?.variance)
        for (name, sum) in Self.sums(totals) { members[name] = Self.number(sum.value) }
        return .object(members)
    }

    /// The sums over users: of their values y, denominators d, and values x before the first exposure.
    private static func sums(_ totals: GroupTotals) -> [(String, PreciseSum)] {
        [
            ("sum", totals.sum), ("sumOfSquares", totals.sumSquares), ("denominatorSum", totals.denominator.sum),
            ("denominatorSumOfSquares", totals.denominator.sumSquares),
            ("denominatorSumOfProducts", totals.denominator.productSum), ("pastSum", totals.past.sum),
            ("pastSumOfSquares", totals.past.sumSquares), ("pastSumOfProducts", totals.past.productSum),
        ]
    }

    static func count(_ count: Int) -> JSONValue { .number(String(count)) }

    /// JSON has no infinite numbers.
    static func number(_ value: Double?) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        return .number(NumberText.text(of: value))
    }

    static func interval(_ interval: Interval?) -> JSONValue { [number(interval?.lower), number(interval?.upper)] }
}
