import ExperimentsCore
import FirebaseConfig
import Foundation

extension Snapshot {
    /// Creates a snapshot of the values that a client has in use; empty if there are none.
    init(_ config: FetchedConfig?, fetchedAt: Date?) {
        guard let config else {
            self = Snapshot(entries: [:], fetchedAt: fetchedAt)
            return
        }
        let suppliers = config.suppliers
        self.init(
            entries: Dictionary(
                uniqueKeysWithValues: config.entries.lazy.map { name, text in
                    (name, Entry(text: text, supplier: suppliers[name]))
                }),
            version: config.templateVersion.map(String.init), etag: config.etag, fetchedAt: fetchedAt,
            experiments: config.experiments.map(ExperimentAssignment.init))
    }
}

extension ExperimentAssignment {
    init(_ description: ExperimentDescription) {
        self.init(
            id: description.experimentID, variant: description.variantID,
            keys: description.affectedParameterKeys,
            startedAt: description.startTime)
    }
}

extension FetchedConfig {
    /// The part of the service that determined each parameter's value, if it is known.
    fileprivate var suppliers: [String: String] {
        var suppliers: [String: String] = [:]
        for (key, assignment) in personalization {
            suppliers[key] = "personalization \(assignment.personalizationID)"
        }
        for rollout in rollouts {
            for key in rollout.affectedParameterKeys { suppliers[key] = "rollout \(rollout.rolloutID)" }
        }
        for experiment in experiments {
            for key in experiment.affectedParameterKeys {
                suppliers[key] = "experiment \(experiment.experimentID), variant \(experiment.variantID)"
            }
        }
        return suppliers
    }
}
