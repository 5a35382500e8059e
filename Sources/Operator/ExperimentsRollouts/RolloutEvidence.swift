import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// What is known about the users of a rollout.
package enum RolloutKnowledge: Sendable, Hashable {
    /// The results cannot be read, for this reason.
    case unreadable(String)
    /// The results.
    case known(RolloutEvidence)
}

/// The results of a rollout's experiment, as far as they decide about its next step.
package struct RolloutEvidence: Sendable, Hashable {
    /// What is known about one metric.
    package struct Finding: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// A guardrail is not worse than its margin.
            case safe
            /// A goal is not known to be worse.
            case notWorse = "not worse"
            /// It got worse.
            case harmful
            /// Neither is known.
            case open = "not yet known"
        }

        /// The name of the metric.
        package let metric: String
        package let kind: Kind
        /// The effects that are not ruled out: `-8% to +4%`; nil if nothing is ruled out.
        package let range: String?
        /// The reason, in a sentence.
        package let words: String
        /// The number of users that it takes until a guardrail is known to be safe; nil if it is not known.
        package let usersLeft: Int?
        /// How much worse a guardrail may become: `10%`; nil for a goal.
        package let margin: String?

        package init(
            _ metric: String, _ kind: Kind, range: String?, words: String, usersLeft: Int? = nil,
            margin: String? = nil
        ) {
            self.margin = margin
            self.metric = metric
            self.kind = kind
            self.range = range
            self.words = words
            self.usersLeft = usersLeft
        }

        /// The finding in a few words: `crashes safe (-8% to +4%)`.
        package var summary: String { "\(metric) \(kind.rawValue)" + (range.map { " (\($0))" } ?? "") }
    }

    /// The number of users who were exposed to the new value since the share last changed.
    package var users: Int
    /// The findings about the guardrails, in the order of the rollout.
    package var guardrails: [Finding]
    /// The finding about the goal; nil if the rollout names none.
    package var goal: Finding?
    /// Why the groups cannot be compared; empty if they can.
    package var doubts: [String]
    /// Why it must not go on, although the groups can be compared; empty if it may.
    package var obstacles: [String]
    /// The time of the last exposure; nil if there was none.
    package var lastExposure: Date?

    package init(
        users: Int, guardrails: [Finding], goal: Finding? = nil, doubts: [String] = [],
        obstacles: [String] = [],
        lastExposure: Date?
    ) {
        self.users = users
        self.guardrails = guardrails
        self.goal = goal
        self.doubts = doubts
        self.obstacles = obstacles
        self.lastExposure = lastExposure
    }

    /// The findings about all metrics.
    package var findings: [Finding] { guardrails + [goal].compactMap(\.self) }
}

extension RolloutEvidence {
    /// Reads the results of a rollout's experiment.
    package init(_ rollout: ProjectRollout, _ standing: ExperimentStanding, lastExposure: Date?) {
        let (plan, result) = (standing.plan, standing.result)
        let group = plan.design.groups.firstIndex { $0.isExactly(rollout.value) }
        var doubts: [String] = []
        let verdict = group.flatMap { result.treatments[$0] } ?? result.verdict
        if verdict.word == .untrustworthy {
            doubts = verdict.reasons.map { standing.words(for: $0, of: verdict) }
        }
        if group == nil || group == plan.design.control {
            doubts.append(Self.words(forMissing: rollout, plan))
        }
        var obstacles = standing.warnings
        if let words = Self.words(forSplit: standing, group, of: rollout.source) { obstacles.append(words) }
        if rollout.onSilence == .hold { obstacles += Self.words(forSilent: rollout.guardrails, standing) }
        if plan.hasEnded(at: standing.date) {
            obstacles.append("experiment \(Quotation.of(plan.experiment.name)) has ended")
        }
        let latest = standing.data.phases.last?.users ?? []
        let users = group.flatMap { latest.indices.contains($0) ? latest[$0] : nil } ?? 0
        func finding(_ metric: String, isGoal: Bool) -> Finding {
            Self.finding(metric, group, standing, isGoal: isGoal)
        }
        self.init(
            users: users, guardrails: rollout.guardrails.map { finding($0, isGoal: false) },
            goal: rollout.goal.map { finding($0, isGoal: true) }, doubts: doubts, obstacles: obstacles,
            lastExposure: lastExposure)
    }

    private static func words(forMissing rollout: ProjectRollout, _ plan: ExperimentPlan) -> String {
        let groups = plan.design.groups.joined(separator: ", ")
        return "no users of the group \(Quotation.of(rollout.value)) are known"
            + (groups.isEmpty ? "" : ", only of \(groups)")
    }

    /// Returns why the split that users are counted by may not be the one of the source.
    private static func words(
        forSplit standing: ExperimentStanding, _ group: Int?, of source: String
    ) -> String? {
        let plan = standing.plan
        if let other = plan.splitSource, !other.isExactly(source) {
            return "users are counted by the split of the source \(Quotation.of(other))"
        }
        guard let group, let source = plan.source?.intended, source.indices.contains(group),
            plan.followsSource
        else {
            return
                "the source does not report its split, for example because the key depends on other conditions"
        }
        let counted = plan.shares(at: standing.date)
        guard counted.indices.contains(group), abs(counted[group] - source[group]) < Self.sameShare else {
            return "the users since the last change of the share are not counted separately yet"
        }
        return nil
    }

    /// Shares that differ by less are the same. The smallest step of a percentage is larger, and `<=` in a condition also
    /// includes one installation in 100 million.
    private static let sameShare = 1e-6

    /// The number of users with an event who must be expected before their absence counts as silence. If they still
    /// come, the chance of none is less than 1 in 20,000.
    private static let leastExpected = 10.0

    /// Returns a sentence for each guardrail that had events before the last change of the share, and has none since.
    private static func words(forSilent names: [String], _ standing: ExperimentStanding) -> [String] {
        let (design, data) = (standing.plan.design, standing.data)
        guard let latest = data.totals.last else { return [] }
        return names.filter { name in
            guard let metric = design.metrics.firstIndex(where: { $0.name.isExactly(name) }),
                latest.indices.contains(metric)
            else { return false }
            func sums(_ totals: [[[GroupTotals]]]) -> (units: Double, withValue: Double) {
                let groups = totals.flatMap { $0.indices.contains(metric) ? $0[metric] : [] }
                return (
                    groups.reduce(0) { $0 + Double($1.units) },
                    groups.reduce(0) { $0 + Double($1.unitsWithValue) }
                )
            }
            let (before, now) = (sums(Array(data.totals.dropLast())), sums([latest]))
            guard before.units > 0, now.withValue == 0 else { return false }
            return before.withValue / before.units * now.units >= leastExpected
        }.map { "there were no events of \($0) since the last change of the share, but some before" }
    }

    private static func finding(
        _ name: String, _ group: Int?, _ standing: ExperimentStanding, isGoal: Bool
    ) -> Finding {
        let design = standing.plan.design
        let result = standing.result.metrics.first {
            design.metrics.indices.contains($0.metric) && design.metrics[$0.metric].name.isExactly(name)
        }
        guard let result, let treatment = result.treatments.first(where: { $0.group == group }) else {
            return Finding(name, .open, range: nil, words: "\(name) has no results")
        }
        let verdict = group.flatMap { standing.result.treatments[$0] } ?? treatment.verdict
        let words =
            treatment.verdict.reasons.first.map { standing.words(for: $0, of: verdict) }
            ?? treatment.verdict.word.text
        return Finding(
            name, kind(treatment.verdict.word, isGoal: isGoal), range: range(treatment), words: words,
            usersLeft: treatment.safety?.usersLeft,
            margin: treatment.safety.map { design.words(for: $0.margin, result.metric) })
    }

    private static func kind(_ word: VerdictWord, isGoal: Bool) -> Finding.Kind {
        switch word {
        case .harmful, .worse: .harmful
        case .safe: .safe
        // A goal need not be decided, only not be worse.
        case .better, .noDifference, .undecided, .tooEarly: isGoal ? .notWorse : .open
        case .noData, .untrustworthy, .changed, .notYetKnown: .open
        }
    }

    private static func range(_ treatment: TreatmentResult) -> String? {
        if treatment.lift.isFinite {
            let (lower, upper) = (treatment.lift.lower, treatment.lift.upper)
            return "\(FigureText.signedPercent(lower)) to \(FigureText.signedPercent(upper))"
        }
        guard treatment.difference.isFinite else { return nil }
        return
            "\(FigureText.signed(treatment.difference.lower)) to \(FigureText.signed(treatment.difference.upper))"
    }
}
