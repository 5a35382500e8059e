import ExperimentStatistics

/// An experiment with two groups of users, one goal and usually one guardrail, for tests of verdicts.
struct SampleExperiment {
    var design = ExperimentDesign(
        groups: ["control", "treatment"],
        metrics: [
            MetricDesign(name: "purchase"), MetricDesign(name: "crash", direction: .down, role: .guardrail),
        ])
    var users = [10_000, 10_000]
    var mixed = 0
    var days = 14.0
    /// How many of each group did it, by metric.
    var converted = [[1000, 1000], [100, 100]]

    var data: ExperimentData {
        ExperimentData(
            phases: [PhaseCounts(weights: [1, 1], users: users)], mixedUsers: mixed, days: days,
            totals: converted.map { zip(users, $0).map { GroupTotals(units: $0, converted: $1) } })
    }

    var result: ExperimentResult { design.result(of: data) }

    var verdict: Verdict { result.verdict }

    /// The reasons of the verdict, in words.
    var words: [String] { verdict.reasons.map { design.words(for: $0) } }
}
