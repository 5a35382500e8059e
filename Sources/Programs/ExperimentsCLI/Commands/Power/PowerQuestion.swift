import ArgumentParser
import ExperimentResults
import ExperimentStatistics
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// The question that a plan answers, from the options.
struct PowerQuestion {
    private let baseline: SamplePlan.Baseline?
    private let effect: LeastEffect?
    private let days: Double?
    private let usersPerDay: Double?
    private let shares: [Double]?
    private let goals: Int?
    private let expectedUsers: Double?
    private let alpha: Double?
    private let power: Double
    private let once: Bool

    /// - Throws: `ValidationError` for invalid combinations of options.
    init(_ command: PowerCommand) throws {
        let needsHistory = command.metric != nil || command.experiment != nil || command.demo
        baseline = try command.optionBaseline()
        guard (baseline == nil) == needsHistory else {
            throw ValidationError(
                needsHistory
                    ? "--baseline cannot be combined with --metric, --experiment or --demo"
                    : "expected --baseline, or --metric to take it from the history of the project")
        }
        effect = try command.effect.map {
            let amount = try PowerCommand.amount(
                $0, for: "--effect", expected: "a percentage such as 5%, or a difference such as 0.5")
            guard amount.value != 0 else { throw ValidationError("--effect cannot be 0") }
            return amount.isShare ? .lift(amount.value) : .difference(amount.value)
        }
        func size(_ text: String?, _ option: String, like example: String) throws -> Double? {
            try text.map {
                try PowerCommand.size($0, for: option, expected: "a number above 0, such as \(example)")
            }
        }
        days = try size(command.days, "--days", like: "14")
        usersPerDay = try size(command.usersPerDay, "--users-per-day", like: "2000")
        expectedUsers = try size(command.expectedUsers, "--expected-users", like: "20000")
        shares = try Self.shares(command)
        goals = command.goals
        if let goals, !(1...100).contains(goals) {
            throw ValidationError("invalid --goals \(goals): expected 1 to 100")
        }
        alpha = try command.alpha.map { try Self.share($0, "--alpha") }
        power = try Self.share(command.power, "--power")
        once = command.once
        if once, expectedUsers != nil {
            throw ValidationError("--once and --expected-users cannot be combined")
        }
        // Options for which the history may have values are not required.
        if effect != nil, days != nil { throw ValidationError("expected either --effect or --days") }
        guard !needsHistory else { return }
        if effect == nil, days == nil { throw ValidationError("expected either --effect or --days") }
        if days != nil, usersPerDay == nil { throw ValidationError("--days requires --users-per-day") }
    }

    /// Returns the shares of the groups, control first, which add up to 1; nil if no option has them.
    private static func shares(_ command: PowerCommand) throws -> [Double]? {
        if let groups = command.groups, !(2...100).contains(groups) {
            throw ValidationError("invalid --groups \(groups): expected 2 to 100")
        }
        guard let split = command.split else {
            return command.groups.map { Array(repeating: 1 / Double($0), count: $0) }
        }
        let words =
            "invalid --split \(Quotation.of(split)): expected a weight above 0 for each group, control first, such as 90:10"
        let weights = try split.split(scalar: ":", omittingEmptySubsequences: false).map { part in
            guard let weight = NumberText.double(String(part)), weight > 0 else {
                throw ValidationError(words)
            }
            return weight
        }
        guard (2...100).contains(weights.count) else { throw ValidationError(words) }
        if let groups = command.groups, groups != weights.count {
            throw ValidationError("--split has \(weights.count) weights, but --groups is \(groups)")
        }
        let total = weights.reduce(0, +)
        guard total.isFinite else { throw ValidationError(words) }
        return weights.map { $0 / total }
    }

    /// Returns the plan for control and the smallest treatment, and the users of all groups.
    ///
    /// - Throws: `CommandProblem` if there is no plan.
    func answer(_ history: PowerHistory?) throws -> PowerAnswer {
        guard let baseline = baseline ?? history?.baseline else {
            throw ValidationError("expected --baseline")
        }
        let shares = shares ?? history?.shares ?? [0.5, 0.5]
        guard shares.count > 1, let control = shares.first, let smallest = shares.dropFirst().min(),
            control > 0
        else {
            throw CommandProblem(
                "the experiment has no weights for control and a treatment",
                advice: "Use --split to set them.")
        }
        let tuning =
            expectedUsers ?? history?.expectedUsers ?? ExperimentDesign(groups: [], metrics: []).tuning
        var plan = SamplePlan(
            baseline: baseline, alpha: alpha ?? history?.alpha ?? 0.05, power: power,
            treatmentShare: smallest / (control + smallest), looks: once ? .once : .anyTime(tuning: tuning),
            comparisons: (goals ?? history?.goals ?? 1) * (shares.count - 1))
        if self.baseline == nil, let history { plan.remainingVariance = history.remainingVariance }
        let effect = effect ?? (days == nil ? history?.leastEffect : nil)
        let days = days ?? (effect == nil ? history?.daysLeft : nil)
        let perDay = usersPerDay ?? history?.usersPerDay
        var answer = PowerAnswer(
            plan: plan, shares: shares, usersPerDay: perDay, advisesTuning: !once && expectedUsers == nil,
            basis: history?.words)
        guard effect != nil || days != nil else {
            throw CommandProblem(
                "the metric has no `least_effect` in the project file", advice: "Use --effect or --days.")
        }
        do throws(SamplePlan.Problem) {
            if let effect {
                try answer.find(effect, within: history?.daysLeft)
                return answer
            }
            if let days, let perDay {
                try answer.find(days: days, usersPerDay: perDay)
                return answer
            }
        } catch {
            throw CommandProblem(Self.words(error), advice: Self.advice(error))
        }
        throw CommandProblem(
            "the number of users per day is unknown", advice: "Use --users-per-day to set it.")
    }

    private static func words(_ problem: SamplePlan.Problem) -> String {
        switch problem {
        case .baseline: "no plan is possible for this baseline"
        case .effect: "impossible effect: the result would be below 0% or above 100%"
        case .design: "no plan is possible for this alpha and power"
        case .outOfReach: "the effect cannot be detected, or there are too few users to detect any"
        }
    }

    private static func advice(_ problem: SamplePlan.Problem) -> String {
        switch problem {
        case .baseline: "Use a --baseline above 0% and below 100%, or a mean with a --deviation above 0."
        case .effect:
            "Use a smaller --effect; for a mean of 0, a difference such as 0.5 instead of a percentage."
        case .design: "Use an --alpha above 0% and below 100%, and a --power above 50% and below 100%."
        case .outOfReach: "Plan for a larger --effect, or for more users."
        }
    }

    private static func share(_ text: String, _ option: String) throws -> Double {
        let share = try PowerCommand.amount(text, for: option, expected: "a percentage such as 5%").value
        guard share != 0 else { throw ValidationError("\(option) cannot be 0") }
        return share
    }
}

/// The results of an experiment for a metric so far, and the design of the experiment, from which a plan is made.
struct PowerHistory {
    let baseline: SamplePlan.Baseline
    /// The share of the variance that the adjustment for earlier behavior leaves, as in the results.
    let remainingVariance: Double
    /// The smallest effect that matters, from the project file.
    let leastEffect: LeastEffect?
    /// The shares of the groups, control first.
    let shares: [Double]
    let goals: Int
    let alpha: Double
    let expectedUsers: Double
    let usersPerDay: Double?
    /// The number of days until the experiment ends; nil if it has no end, or has ended.
    let daysLeft: Double?
    /// A sentence about the origin of the baseline.
    let words: String

    /// - Parameters:
    ///   - standings: the experiments to choose from. The one with the most control users for the metric is used.
    ///   - metric: the name of the metric; nil for the first goal.
    /// - Throws: `CommandProblem` if no experiment has users for the metric.
    init(_ standings: [ExperimentStanding], metric name: String?) throws(CommandProblem) {
        typealias Found = (
            standing: ExperimentStanding, metric: MetricDesign, place: Int, control: GroupEstimate?
        )
        let found = standings.compactMap { standing -> Found? in
            let design = standing.plan.design
            let place = design.metrics.firstIndex { name == nil ? $0.role == .goal : $0.name == name }
            guard let place else { return nil }
            let groups = standing.result.metrics.first { $0.metric == place }?.groups ?? []
            return (
                standing, design.metrics[place], place,
                groups.indices.contains(design.control) ? groups[design.control] : nil
            )
        }
        guard let best = found.max(by: { ($0.control?.units ?? 0) < ($1.control?.units ?? 0) }) else {
            let names = Set(standings.flatMap { $0.plan.design.metrics.map(\.name) }).sorted()
            let near = name.flatMap { SpellingSuggestion.nearest(to: $0, in: names) }
            throw CommandProblem(
                name.map { "no metric \(Quotation.of($0)) in any experiment" } ?? "no goal in any experiment",
                advice: near.map { "Did you mean \($0)?" }
                    ?? (names.isEmpty
                        ? "Declare it under `metrics:` in the project file."
                        : "Available metrics: \(names.joined(separator: ", "))"))
        }
        let metric = best.metric
        guard let control = best.control, control.units > 1, control.variance > 0 else {
            throw CommandProblem(
                "\(metric.name) has no history: the values of the users of control in \(best.standing.name) do not vary",
                advice: "Use --baseline to set the expected value, and for a mean --deviation.")
        }
        let plan = best.standing.plan
        baseline =
            metric.kind == .proportion
            ? .proportion(control.mean) : .mean(control.mean, deviation: control.variance.squareRoot())
        remainingVariance = Self.remainingVariance(best.standing, best.place)
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
        let left = FigureText.precisePercent(remainingVariance)
        let adjustment =
            remainingVariance < 1
            ? "; the adjustment for earlier behavior leaves \(left) of the variance" : ""
        words =
            "\(metric.name) is \(mean) for \(users) of control in \(best.standing.name)\(spread)\(adjustment)."
    }

    /// Returns the share of the variance that is left after the adjustment, for the treatment with the most users.
    private static func remainingVariance(_ standing: ExperimentStanding, _ metric: Int) -> Double {
        guard let result = standing.result.metrics.first(where: { $0.metric == metric }) else { return 1 }
        let comparisons = result.treatments.compactMap { treatment in
            treatment.comparison.map { (treatment.group, $0) }
        }
        guard let (group, best) = comparisons.max(by: { $0.1.units < $1.1.units }), best.adjustment != nil
        else {
            return 1
        }
        let control = standing.plan.design.control
        func raw(_ group: Int) -> Double {
            result.groups.indices.contains(group) ? result.groups[group]?.variance ?? 0 : 0
        }
        let before = Double(best.control.units) * raw(control) + Double(best.treatment.units) * raw(group)
        let after =
            best.control.variance * Double(best.control.units) + best.treatment.variance
            * Double(best.treatment.units)
        let share = after / before
        return share > 0 && share < 1 ? share : 1
    }
}
