import ExperimentStatistics
import ExperimentsProject
import Foundation

/// A declared experiment with all that its project, its source and its users say of how it is meant to run.
package struct ExperimentPlan: Sendable, Hashable {
    /// As the project declares it.
    package let experiment: ProjectExperiment
    /// How it is judged.
    package let design: ExperimentDesign
    /// The splits of users, the earliest first, each with its weights in the order of the groups. Never empty.
    package let phases: [ProjectPhase]
    /// When it began; nil where nobody says and nobody came.
    package let start: Date?

    /// Puts together what is known.
    ///
    /// The project's word is taken first, then the source's. Groups that neither of them names are those that users came
    /// to, of which the first by name is control.
    package init(
        _ experiment: ProjectExperiment, metrics: [ProjectMetric], known: KnownExperiment = KnownExperiment(),
        tally: ExperimentTally
    ) {
        self.experiment = experiment
        let groups = known.groups.isEmpty ? tally.groups : known.groups
        design = experiment.design(metrics: metrics, known: groups)
        start = experiment.start ?? known.startedAt ?? experiment.phases.first?.from ?? tally.firstExposure
        if !experiment.phases.isEmpty {
            phases = experiment.phases
        } else if known.groups == design.groups, known.weights.count == design.groups.count {
            phases = [ProjectPhase(weights: known.weights)]
        } else {
            phases = [ProjectPhase(weights: design.groups.map { _ in 1 })]
        }
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

    /// How many days it has run at a time; 0 before it began.
    package func days(at date: Date) -> Double {
        start.map { max(0, date.timeIntervalSince($0) / 86_400) } ?? 0
    }
}
