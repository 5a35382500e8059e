import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation

@testable import ExperimentResults

/// An experiment with a group of control and one treatment, and users who come day by day, for tests.
struct SampleRun {
    static let start = Date(timeIntervalSince1970: 1_772_323_200)  // 2026-03-01T00:00:00Z

    var experiment = ProjectExperiment(
        name: "paywall", key: "paywall_type", groups: ["a", "b"], start: start, metrics: nil)
    var metrics = [
        ProjectMetric(design: MetricDesign(name: "purchase", leastEffect: .lift(0.1)), event: "bought"),
        ProjectMetric(
            design: MetricDesign(name: "crash", direction: .down, role: .guardrail), event: "crashed"),
    ]
    var known = KnownExperiment()
    /// How many of a hundred users of each group buy.
    var rates = ["a": 10, "b": 10]
    /// How many users come to each group a day.
    var users = ["a": 500, "b": 500]
    var days = 14
    var mixed = 0
    var looks: [StoredLook] = []
    var date: Date?

    var tally: ExperimentTally {
        var tally = ExperimentTally(mixedUsers: mixed, looks: looks)
        for day in 0..<days {
            let totals = Dictionary(
                uniqueKeysWithValues: users.map {
                    ($0, GroupTotals(units: $1, converted: $1 * (rates[$0] ?? 0) / 100))
                }
            )
            let crashes = users.mapValues { GroupTotals(units: $0, converted: $0 / 100) }
            tally.days.append(
                ExperimentTally.Day(
                    EventDay(of: Self.start).advanced(by: day), users: users,
                    totals: ["purchase": totals, "crash": crashes]))
        }
        return tally
    }

    var plan: ExperimentPlan { ExperimentPlan(experiment, metrics: metrics, known: known, tally: tally) }

    /// What it came to at noon of the day after the last one.
    var standing: ExperimentStanding {
        ExperimentStanding(plan, tally, at: date ?? Self.start + (Double(days) + 0.5) * 86_400)
    }
}
