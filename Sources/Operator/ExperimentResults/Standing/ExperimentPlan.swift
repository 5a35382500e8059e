import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// A declared experiment and its plan, from the project, the source and its users.
package struct ExperimentPlan: Sendable, Hashable {
    /// The declaration of the project.
    package let experiment: ProjectExperiment
    /// Its metrics as the project declares them, in the order of the design.
    package let metrics: [ProjectMetric]
    /// The design for judging it.
    package let design: ExperimentDesign
    /// The splits of users, oldest first, each with its weights in the order of the groups. Never empty.
    package let phases: [ProjectPhase]
    /// The time at which it began; nil if it is not known and there are no users.
    package let start: Date?
    /// The shares of the source's split; nil if it does not know these groups.
    package let source: SourceShares?
    /// The time since which the source's split is known; nil if the split is the project's, or is only known now.
    package let splitKnownSince: Date?
    /// The source whose stored splits are used; nil if none are.
    package let splitSource: String?

    /// Combines the project, the source and the users.
    ///
    /// The project file takes precedence, then the source, whose earlier splits were stored. If neither names groups,
    /// they are those of the users, and the first by name is control.
    package init(
        _ experiment: ProjectExperiment, metrics: [ProjectMetric], known: KnownExperiment = KnownExperiment(),
        splits: [SourceSplit] = [], tally: ExperimentTally
    ) {
        self.experiment = experiment
        let named =
            known.groups.isEmpty ? SourceShares.groups(of: known.arms, seen: tally.groups) : known.groups
        let groups = named.isEmpty ? tally.groups : named
        design = experiment.design(metrics: metrics, known: groups)
        self.metrics = design.metrics.compactMap { judged in metrics.first { $0.name == judged.name } }
        start = experiment.start ?? known.startedAt ?? experiment.phases.first?.from ?? tally.firstExposure
        source = SourceShares(known.arms, groups: design.groups)
        let told = Self.phases(of: splits, design.groups)
        splitKnownSince = experiment.phases.isEmpty && told != nil ? splits.first?.from : nil
        splitSource = experiment.phases.isEmpty && told != nil ? splits.first?.source : nil
        if !experiment.phases.isEmpty {
            phases = experiment.phases
        } else {
            phases = told ?? [ProjectPhase(weights: source?.intended ?? design.groups.map { _ in 1 })]
        }
    }

    /// Returns the phases of a source's splits, the first without a start; nil if there are none, or if one has other
    /// groups.
    ///
    /// A group that is missing in a split because it was added later or removed has no weight in that phase.
    private static func phases(of splits: [SourceSplit], _ groups: [String]) -> [ProjectPhase]? {
        var phases: [ProjectPhase] = []
        for split in splits {
            let arms = split.arms.map {
                ExperimentSplit.Arm(name: $0.name, value: $0.value, intended: $0.share)
            }
            guard let weights = SourceShares.weights(of: groups, in: arms) else { return nil }
            phases.append(ProjectPhase(from: phases.isEmpty ? nil : split.from, weights: weights))
        }
        // A group in none of the splits is misspelled, or not the source's.
        let known = Set(splits.flatMap(\.arms).flatMap { [$0.name, $0.value].compactMap(\.self) })
        return phases.isEmpty || !known.isSuperset(of: groups) ? nil : phases
    }

    /// Whether the split is the one of the source.
    package var followsSource: Bool {
        experiment.phases.isEmpty && (source?.intended != nil || splitKnownSince != nil)
    }

    /// The maximum difference between the project's and the source's shares that counts as equal, because people round
    /// them.
    private static let tolerance = 0.006

    /// Returns a sentence saying that the project contradicts the source at a time, and which of them is used; nil if
    /// they agree, or only one is known.
    package func contradiction(at date: Date) -> String? {
        guard !experiment.phases.isEmpty, let told = source?.intended else { return nil }
        let meant = shares(at: date)
        guard zip(meant, told).contains(where: { abs($0 - $1) > Self.tolerance }) else { return nil }
        func text(_ shares: [Double]) -> String { shares.map(FigureText.percent).joined(separator: " : ") }
        return
            "the project file has \(text(meant)), but the source has \(text(told)); the project file is used: "
            + "remove its weights, or add a phase with the new ones"
    }

    /// The intended shares of users at a time, in the order of the groups.
    package func shares(at date: Date) -> [Double] {
        let weights = phases[phase(at: date)].weights
        let total = weights.reduce(0, +)
        return weights.map { total > 0 && total.isFinite ? $0 / total : 0 }
    }

    /// Returns the index of the active phase at a time.
    func phase(at date: Date) -> Int {
        phases.lastIndex { ($0.from ?? .distantPast) <= date } ?? 0
    }

    /// Returns whether it has ended at a time.
    package func hasEnded(at date: Date) -> Bool { experiment.end.map { $0 <= date } ?? false }

    /// The last day on which users are counted; nil if it has no end.
    package var lastDay: EventDay? { experiment.end.map { EventDay(milliseconds: $0.eventMilliseconds - 1) } }

    /// Returns the number of days since the start at a time, or until its end; 0 before the start.
    package func days(at date: Date) -> Double {
        let last = experiment.end.map { min($0, date) } ?? date
        return start.map { max(0, last.timeIntervalSince($0) / 86_400) } ?? 0
    }
}

/// The facts about an experiment that a source knows, so that a project need not repeat them.
package struct KnownExperiment: Sendable, Hashable {
    /// The groups, control first; empty if the source does not name them.
    package var groups: [String]
    /// The split of the source; empty if it is not known.
    package var arms: [ExperimentSplit.Arm]
    /// The time at which it began.
    package var startedAt: Date?

    /// Creates the facts of a source; by default, none.
    package init(groups: [String] = [], arms: [ExperimentSplit.Arm] = [], startedAt: Date? = nil) {
        (self.groups, self.arms, self.startedAt) = (groups, arms, startedAt)
    }
}

extension ExperimentPlan {
    /// Returns sentences about events that are missing in the totals.
    func warnings(about tally: ExperimentTally) -> [String] {
        tally.warnings + design.metrics.compactMap { missingWords($0, tally) }
    }

    /// Returns sentences about the totals: users who are not counted, and caps.
    func notes(about tally: ExperimentTally) -> [String] {
        [earlyWords(tally), betweenWords(tally), tally.uncounted.flatMap(uncountedWords)].compactMap(\.self)
            + design.metrics.compactMap { capWords($0, tally) } + tally.remarks
    }

    private func betweenWords(_ tally: ExperimentTally) -> String? {
        guard tally.betweenUsers > 0 else { return nil }
        let interval = DurationText.text(of: experiment.fetchInterval ?? .seconds(12 * 3600))
        return
            "\(FigureText.count(tally.betweenUsers, "user", "users")) came only in the first \(interval) after a change "
            + "of the split, when apps may not know it yet, and \(tally.betweenUsers == 1 ? "does" : "do") not count"
    }

    private func earlyWords(_ tally: ExperimentTally) -> String? {
        guard let start, tally.earlyUsers > 0 else { return nil }
        return "\(FigureText.count(tally.earlyUsers, "user was", "users were")) exposed before the start on "
            + "\(EventDay(of: start)) and not since, so \(tally.earlyUsers == 1 ? "it does" : "they do") not count"
    }

    /// Returns a sentence saying why no event is counted; nil if some are, but their values are 0.
    private func uncountedWords(_ events: UncountedEvents) -> String? {
        guard events.counted == 0 else { return nil }
        let named = events.names.map { "\"\($0)\"" }.joined(separator: ", ")
        guard events.all > 0 else {
            return "no events \(named): do the metrics use the event names of the app?"
        }
        let reasons = [
            (events.ofOthers, "of users who were not exposed while it ran"),
            (events.before, "from before their user's first exposure"),
            (events.withoutValue, "without the value that the metric adds up"),
            (events.outsideWindow, "outside of the metrics' windows"),
            (events.ofMixed, "of users in several groups"),
        ]
        let told = reasons.filter { $0.0 > 0 }.sorted { $0.0 > $1.0 }.map {
            "\(FigureText.grouped($0.0)) \($0.1)"
        }
        return "\(FigureText.count(events.all, "event")) \(named) received, none counted: "
            + told.joined(separator: ", ")
    }

    private func missingWords(_ metric: MetricDesign, _ tally: ExperimentTally) -> String? {
        guard let missing = tally.missingEvents[metric.name] else { return nil }
        let events = missing.count.map { FigureText.count($0, "event") } ?? "some events"
        return
            "\"\(metric.name)\" lacks \(events), the latest of \(EventDay(of: missing.until)), which were removed before "
            + "it was declared as it is now: import their files again to count them"
    }

    private func capWords(_ metric: MetricDesign, _ tally: ExperimentTally) -> String? {
        guard case .percentile(let share, _) = metric.cap else { return nil }
        let users = "\(FigureText.percent(share)) of the users with a value"
        guard let cap = tally.caps[metric.name] else {
            return "\"\(metric.name)\" has no cap until users have a value"
        }
        return
            "\"\(metric.name)\" counts at most \(FigureText.precise(cap)) per user, which \(users) do not exceed"
    }
}

/// The shares of an experiment's groups according to the source.
package struct SourceShares: Sendable, Hashable {
    /// The intended shares, in the order of the groups, which add up to 1; nil if the source does not report them.
    package let intended: [Double]?
    /// The shares of simulated users, in the same order; nil if none were simulated.
    package let simulated: [Double]?
    /// The value for the users of each group, in the same order; nil for a group with several values, or without a
    /// known one.
    package let values: [String?]

    /// Finds each group among the arms: by its name in the source; otherwise by the value of its users. Other arms are
    /// left out.
    ///
    /// - Returns: nil if a group has no arm.
    init?(_ arms: [ExperimentSplit.Arm], groups: [String]) {
        guard !arms.isEmpty, !groups.isEmpty else { return nil }
        let byName = groups.map { group in arms.filter { $0.name == group } }
        let byValue = groups.map { group in arms.filter { $0.value == group } }
        guard let found = [byName, byValue].first(where: { $0.allSatisfy { !$0.isEmpty } }) else {
            return nil
        }
        intended = Self.shares(found, \.intended)
        simulated = Self.shares(found, \.simulated)
        values = found.map { arms in Set(arms.map(\.value)).count == 1 ? arms[0].value : nil }
    }

    /// Returns the shares of groups, in their order; 0 for those without an arm.
    ///
    /// - Returns: nil if no group has an arm, or the source does not report the shares.
    static func weights(of groups: [String], in arms: [ExperimentSplit.Arm]) -> [Double]? {
        let byName = groups.filter { group in arms.contains { $0.name == group } }
        let byValue = groups.filter { group in arms.contains { $0.value == group } }
        let known = byName.count >= byValue.count ? byName : byValue
        guard let shares = SourceShares(arms, groups: known)?.intended else { return nil }
        let weights = Dictionary(zip(known, shares)) { first, _ in first }
        return groups.map { weights[$0] ?? 0 }
    }

    /// Returns the groups of an experiment that declares none: the values of the source, otherwise its names, if they
    /// include all groups with users.
    static func groups(of arms: [ExperimentSplit.Arm], seen: [String]) -> [String] {
        func distinct(_ texts: [String?]) -> [String] {
            var taken: Set<String> = []
            return texts.compactMap(\.self).filter { taken.insert($0).inserted }
        }
        let (names, values) = (distinct(arms.map(\.name)), distinct(arms.map(\.value)))
        let groups = [values, names].first { $0.count > 1 && Set(seen).isSubset(of: $0) }
        return groups ?? []
    }

    private static func shares(
        _ found: [[ExperimentSplit.Arm]], _ share: (ExperimentSplit.Arm) -> Double?
    ) -> [Double]? {
        var sums: [Double] = []
        for arms in found {
            var sum = 0.0
            for arm in arms {
                guard let share = share(arm), share.isFinite, share >= 0 else { return nil }
                sum += share
            }
            sums.append(sum)
        }
        let total = sums.reduce(0, +)
        return total > 0 ? sums.map { $0 / total } : nil
    }
}
