import ExperimentEvents
import ExperimentsCore

/// The numbers of stored events, for scripts.
struct EventSummaryDocument {
    private let summary: EventSummary

    init(_ summary: EventSummary) { self.summary = summary }

    var json: JSONValue {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["experiments"] = .array(
            summary.experiments.map { experiment in
                [
                    "name": .string(experiment.name), "declared": .bool(experiment.isDeclared),
                    "users": .number(String(experiment.users)), "mixed": .number(String(experiment.mixed)),
                ]
            })
        members["outcomes"] = Self.json(summary.counts)
        var kept = JSONObject()
        for (name, count) in summary.kept.sorted(by: { $0.key < $1.key }) { kept[name] = .number(String(count)) }
        members["kept"] = .object(kept)
        members["prunedUntil"] = summary.prunedUntil.map { .string(RFC3339.text(of: $0)) }
        return .object(members)
    }

    /// Counts by the machine words of their outcomes.
    static func json(_ counts: EventCounts) -> JSONValue {
        var members = JSONObject()
        for (outcome, count) in counts.listed { members[outcome.rawValue] = .number(String(count)) }
        return .object(members)
    }
}
