import ExperimentEvents
import ExperimentsCore

extension EventSummary {
    /// The numbers of stored events, for scripts.
    var document: Document {
        [
            "experiments": experiments.map { experiment -> Document in
                [
                    "name": experiment.name, "declared": experiment.isDeclared, "users": experiment.users,
                    "mixed": experiment.mixed,
                ]
            },
            "outcomes": counts.document,
            "kept": Document(kept.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
            "prunedUntil": prunedUntil,
        ]
    }
}

extension EventCounts {
    /// The counts by the machine words of their outcomes.
    var document: Document { Document(listed.map { ($0.outcome.rawValue, $0.count) }) }
}
