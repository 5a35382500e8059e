import ExperimentsCore
import Foundation

/// Where dashboards and commands read what declared experiments came to.
package protocol ExperimentResultsSource: Sendable {
    /// What each declared experiment came to at a time, in the order of the project file.
    ///
    /// - Parameters:
    ///   - known: what the source of values knows of experiments.
    ///   - keepingLooks: whether this look counts as one, so that later ones cannot take back what it rules out. Not for
    ///     a time that is past.
    func standings(
        at date: Date, _ known: KnownExperiments, keepingLooks: Bool
    ) async throws -> [ExperimentStanding]

    /// Calls back, on any thread, whenever something may have come in, until the handle is let go of.
    func watch(_ changed: @escaping @Sendable () -> Void) -> ObservationHandle
}

/// What a source of values knows of experiments: those that it tells of, and the keys that decide others.
package struct KnownExperiments: Sendable {
    private var byName: [String: KnownExperiment] = [:]
    private var byKey: [String: KnownExperiment] = [:]

    /// Nothing.
    package init() {}

    /// What a snapshot tells of experiments, and what the declared keys can be.
    package init(_ snapshot: Snapshot, keys: [CatalogKey]) {
        for key in keys where !key.schema.cases.isEmpty {
            byKey[key.name] = KnownExperiment(groups: key.schema.cases)
        }
        for assignment in snapshot.experiments {
            byName[assignment.id] = KnownExperiment(startedAt: assignment.startedAt)
            for key in assignment.keys { byKey[key, default: KnownExperiment()].startedAt = assignment.startedAt }
        }
    }

    /// What is known of an experiment under its name, its flag or the key that decides it.
    package func experiment(_ name: String, key: String?, flag: String?) -> KnownExperiment {
        let named = byName[name] ?? flag.flatMap { byName[$0] }
        var known = key.flatMap { byKey[$0] } ?? KnownExperiment()
        known.startedAt = named?.startedAt ?? known.startedAt
        if let groups = named?.groups, !groups.isEmpty {
            (known.groups, known.weights) = (groups, named?.weights ?? [])
        }
        return known
    }

    /// Takes what else is known of an experiment, such as the shares of a roll-out.
    package mutating func take(_ known: KnownExperiment, named name: String) { byName[name] = known }
}
