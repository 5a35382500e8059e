import ExperimentsCore
import ExperimentsProject
import Foundation

/// Reads the results of the declared experiments, for dashboards and commands.
package protocol ExperimentResultsSource: Sendable {
    /// Returns the results of each declared experiment at a time, in the order of the project file, followed by those
    /// of the source's own experiments with exposures.
    ///
    /// - Parameters:
    ///   - known: the experiments that the source of values knows.
    ///   - keepingLooks: whether this look is stored, so that later looks cannot undo what it rules out. Pass false for
    ///     a time in the past.
    func standings(at date: Date, _ known: KnownExperiments, keepingLooks: Bool) async throws
        -> [ExperimentStanding]

    /// Stores the split of users that the source has from a time on, if it is known.
    ///
    /// - Returns: whether it could be stored. That is not possible before the first exposure.
    func keepSplits(_ known: KnownExperiments, at date: Date) async throws -> Bool

    /// The names of the declared experiments, their keys and their flags, for requests to a source of values about
    /// them.
    var subjects: Set<String> { get }

    /// Makes the next reading ask a warehouse again, even if there are recent answers.
    func askAgain() async

    /// Calls `changed`, on any thread, whenever there may be new events, until the returned handle is cancelled or
    /// released.
    func watch(_ changed: @escaping @Sendable () -> Void) -> ObservationHandle
}

extension ExperimentResultsSource {
    package func askAgain() async {}
}

/// How a change to the project file affects the results of experiments.
package enum ResultsUpdate: Sendable {
    /// Its declarations did not change.
    case same
    /// Its declarations changed, or the rules for judging them; nil if it no longer declares any experiments.
    case source((any ExperimentResultsSource)?)
}

/// The experiments that a source of values knows: those it reports, and the keys that decide others.
package struct KnownExperiments: Sendable {
    private var byName: [String: KnownExperiment] = [:]
    private var byKey: [String: KnownExperiment] = [:]

    /// The source that divides users in this way, to be stored with the split; nil if it would do so only after a
    /// publication.
    package private(set) var source: String?
    /// Experiments of the source that the project does not have to declare.
    package var undeclared: [ProjectExperiment] = []
    /// The names of groups by their names in events, if those differ: by the name of the experiment, or by its key.
    package var groupNames: [String: [String: String]] = [:]

    /// Creates an empty value.
    package init() {}

    /// Reads the experiments of a snapshot, the cases of the declared keys, and the source's splits.
    package init(
        _ snapshot: Snapshot, keys: [CatalogKey], splits: [ExperimentSplit] = [],
        inForceAt source: String? = nil
    ) {
        self.source = source
        for key in keys where !key.schema.cases.isEmpty {
            byKey[key.name] = KnownExperiment(groups: key.schema.cases)
        }
        for assignment in snapshot.experiments {
            byName[assignment.id] = KnownExperiment(startedAt: assignment.startedAt)
            for key in assignment.keys {
                byKey[key, default: KnownExperiment()].startedAt = assignment.startedAt
            }
        }
        // If several have the same name, the first one decides, as at the source.
        for split in splits.reversed() {
            byName[split.experiment, default: KnownExperiment()].arms = split.arms
            byKey[split.key, default: KnownExperiment()].arms = split.arms
        }
    }

    /// Finds an experiment by its name, its flag or the key that decides it.
    package func experiment(_ name: String, key: String?, flag: String?) -> KnownExperiment {
        let named = byName[name] ?? flag.flatMap { byName[$0] ?? byKey[$0] }
        var known = key.flatMap { byKey[$0] } ?? KnownExperiment()
        known.startedAt = named?.startedAt ?? known.startedAt
        if let groups = named?.groups, !groups.isEmpty { known.groups = groups }
        if let arms = named?.arms, !arms.isEmpty { known.arms = arms }
        return known
    }

    /// Returns the names of an experiment's groups by their names in events. Names from the project take precedence.
    func groupNames(of experiment: ProjectExperiment) -> [String: String] {
        let names = groupNames[experiment.name] ?? experiment.key.flatMap { groupNames[$0] } ?? [:]
        return names.filter { !experiment.groups.contains($0.key) }
    }
}
