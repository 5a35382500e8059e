import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// A declared experiment with all that its project, its source and its users say of how it is meant to run.
package struct ExperimentPlan: Sendable, Hashable {
    /// As the project declares it.
    package let experiment: ProjectExperiment
    /// Its metrics as the project declares them, in the order of the design.
    package let metrics: [ProjectMetric]
    /// The design by which it is judged.
    package let design: ExperimentDesign
    /// The splits of users, the earliest first, each with its weights in the order of the groups. Never empty.
    package let phases: [ProjectPhase]
    /// The time at which it began; nil if it is not known and there are no users.
    package let start: Date?
    /// The shares as the source divides users; nil if it does not tell of these groups.
    package let source: SourceShares?
    /// Since when the source's split is known; nil if the split is the project's, or is known of now alone.
    package let splitKnownSince: Date?

    /// Puts together what is known.
    ///
    /// The project's word is taken first, then the source's, of which earlier splits were kept. Groups that neither of them names are those that users came
    /// to, of which the first by name is control.
    package init(
        _ experiment: ProjectExperiment, metrics: [ProjectMetric], known: KnownExperiment = KnownExperiment(),
        splits: [SourceSplit] = [], tally: ExperimentTally
    ) {
        self.experiment = experiment
        let named = known.groups.isEmpty ? SourceShares.groups(of: known.arms, seen: tally.groups) : known.groups
        let groups = named.isEmpty ? tally.groups : named
        design = experiment.design(metrics: metrics, known: groups)
        self.metrics = design.metrics.compactMap { judged in metrics.first { $0.name == judged.name } }
        start = experiment.start ?? known.startedAt ?? experiment.phases.first?.from ?? tally.firstExposure
        source = SourceShares(known.arms, groups: design.groups)
        let told = Self.phases(of: splits, design.groups)
        splitKnownSince = experiment.phases.isEmpty && told != nil ? splits.first?.from : nil
        if !experiment.phases.isEmpty {
            phases = experiment.phases
        } else {
            phases = told ?? [ProjectPhase(weights: source?.intended ?? design.groups.map { _ in 1 })]
        }
    }

    /// The phases that a source's splits make, the first since ever; nil if there is none, or one is not of these groups.
    ///
    /// A group that a split does not have, because it was added later or was taken away, has no weight in that phase.
    private static func phases(of splits: [SourceSplit], _ groups: [String]) -> [ProjectPhase]? {
        var phases: [ProjectPhase] = []
        for split in splits {
            let arms = split.arms.map { ExperimentSplit.Arm(name: $0.name, value: $0.value, intended: $0.share) }
            guard let weights = SourceShares.weights(of: groups, in: arms) else { return nil }
            phases.append(ProjectPhase(from: phases.isEmpty ? nil : split.from, weights: weights))
        }
        // A group that no split has is misspelt, or not the source's.
        let known = Set(splits.flatMap(\.arms).flatMap { [$0.name, $0.value].compactMap(\.self) })
        return phases.isEmpty || !known.isSuperset(of: groups) ? nil : phases
    }

    /// Whether the split is the one that the source tells.
    package var followsSource: Bool {
        experiment.phases.isEmpty && (source?.intended != nil || splitKnownSince != nil)
    }

    /// The difference between the project's and the source's shares up to which they count as equal, because people
    /// round them.
    private static let tolerance = 0.006

    /// Returns the sentence that the project contradicts the source at a time, and which of them counts; nil if they
    /// agree, or one says nothing.
    package func contradiction(at date: Date) -> String? {
        guard !experiment.phases.isEmpty, let told = source?.intended else { return nil }
        let meant = shares(at: date)
        guard zip(meant, told).contains(where: { abs($0 - $1) > Self.tolerance }) else { return nil }
        func text(_ shares: [Double]) -> String { shares.map(FigureText.percent).joined(separator: " : ") }
        return "the project file means \(text(meant)), and the source gives \(text(told)): the project file counts; "
            + "leave out its weights, or begin a phase with the new ones"
    }

    /// The shares of users that are meant at a time, in the order of the groups.
    package func shares(at date: Date) -> [Double] {
        let weights = phases[phase(at: date)].weights
        let total = weights.reduce(0, +)
        return weights.map { total > 0 && total.isFinite ? $0 / total : 0 }
    }

    /// Which phase is in force at a time.
    func phase(at date: Date) -> Int {
        phases.lastIndex { ($0.from ?? .distantPast) <= date } ?? 0
    }

    /// Whether it has ended at a time.
    package func hasEnded(at date: Date) -> Bool { experiment.end.map { $0 <= date } ?? false }

    /// The last day on which users count; nil if it has no end.
    package var lastDay: EventDay? { experiment.end.map { EventDay(milliseconds: $0.eventMilliseconds - 1) } }

    /// Returns the number of days that it has run at a time, or until its end; 0 before it began.
    package func days(at date: Date) -> Double {
        let last = experiment.end.map { min($0, date) } ?? date
        return start.map { max(0, last.timeIntervalSince($0) / 86_400) } ?? 0
    }
}

/// The facts about an experiment that a source knows and a project need not repeat.
package struct KnownExperiment: Sendable, Hashable {
    /// The groups, control first; empty if the source does not tell.
    package var groups: [String]
    /// The split of the source; empty if it is not known.
    package var arms: [ExperimentSplit.Arm]
    /// When it began.
    package var startedAt: Date?

    /// What a source knows; nothing if nothing is said.
    package init(groups: [String] = [], arms: [ExperimentSplit.Arm] = [], startedAt: Date? = nil) {
        (self.groups, self.arms, self.startedAt) = (groups, arms, startedAt)
    }
}
