import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// What an experiment's users did so far for a metric, and how the experiment is designed: the start of a plan.
struct PowerHistory {
    let baseline: SamplePlan.Baseline
    /// The smallest effect that matters according to the project file.
    let leastEffect: LeastEffect?
    /// The shares of the groups, control first.
    let shares: [Double]
    let goals: Int
    let alpha: Double
    let expectedUsers: Double
    let usersPerDay: Double?
    /// The number of days until the experiment ends; nil if it has no end, or has ended.
    let daysLeft: Double?
    /// A sentence that says where the baseline comes from.
    let words: String

    /// - Parameters:
    ///   - standings: the experiments to choose from: the one in which the metric has the most users of control counts.
    ///   - metric: the name of the metric; nil for the first goal.
    /// - Throws: `CommandProblem` where no experiment has users for the metric.
    init(_ standings: [ExperimentStanding], metric name: String?) throws(CommandProblem) {
        typealias Found = (standing: ExperimentStanding, metric: MetricDesign, control: GroupEstimate?)
        let found = standings.compactMap { standing -> Found? in
            let design = standing.plan.design
            let place = design.metrics.firstIndex { name == nil ? $0.role == .goal : $0.name == name }
            guard let place else { return nil }
            let groups = standing.result.metrics.first { $0.metric == place }?.groups ?? []
            return (
                standing, design.metrics[place],
                groups.indices.contains(design.control) ? groups[design.control] : nil
            )
        }
        guard let best = found.max(by: { ($0.control?.units ?? 0) < ($1.control?.units ?? 0) }) else {
            let names = Set(standings.flatMap { $0.plan.design.metrics.map(\.name) }).sorted()
            let near = name.flatMap { SpellingSuggestion.nearest(to: $0, in: names) }
            throw CommandProblem(
                name.map { "no experiment has a metric called \(Quotation.of($0))" } ?? "no experiment has a goal",
                advice: near.map { "Did you mean \($0)?" }
                    ?? (names.isEmpty
                        ? "Declare it under 'metrics:' in the project file."
                        : "Metrics: \(names.joined(separator: ", "))."))
        }
        let metric = best.metric
        guard let control = best.control, control.units > 1, control.variance > 0 else {
            throw CommandProblem(
                "\(metric.name) has no history: nothing varies among control's users of \(best.standing.name)",
                advice: "Give the expected values with --baseline, and for a mean --deviation.")
        }
        let plan = best.standing.plan
        baseline =
            metric.kind == .proportion
            ? .proportion(control.mean) : .mean(control.mean, deviation: control.variance.squareRoot())
        leastEffect = metric.leastEffect
        let meant = plan.shares(at: best.standing.date)
        shares = [meant[plan.design.control]] + plan.design.treatments.map { meant[$0] }.filter { $0 > 0 }
        goals = max(1, plan.design.metrics.filter { $0.role == .goal }.count)
        (alpha, expectedUsers) = (plan.design.alpha, plan.design.tuning)
        usersPerDay = best.standing.usersPerDay.flatMap { $0 > 0 ? $0 : nil }
        daysLeft = plan.experiment.end.map { $0.timeIntervalSince(best.standing.date) / 86_400 }.flatMap {
            $0 > 0 ? $0 : nil
        }
        let users = FigureText.count(control.units, "user")
        let mean = metric.kind.text(ofMean: control.mean)
        let spread =
            metric.kind == .proportion
            ? "" : ", with a deviation of \(FigureText.precise(control.variance.squareRoot()))"
        words = "\(metric.name) is \(mean) for \(users) of control in \(best.standing.name)\(spread)."
    }
}
