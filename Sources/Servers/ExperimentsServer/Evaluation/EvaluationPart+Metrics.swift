import ExperimentsCore
import Foundation

extension EvaluationPart {
    /// Whether every source has been fetched.
    package var isReady: Bool { sources.allSatisfy { $0.service.snapshot.fetchedAt != nil } }

    package var metrics: [Metric] {
        zip(sources, streams).flatMap { source, stream in
            [
                Metric(
                    "experiments_event_streams_open", .gauge, help: "Event streams that are open.",
                    labels: ["source": source.name], value: Double(stream.count))
            ] + Self.keys(source) + Self.fetches(source)
        }
    }

    private static func keys(_ source: FlagSource) -> [Metric] {
        let counts = source.report.counts
        return KeyStatus.allCases.filter { $0 != .undeclared }.map { status in
            Metric(
                "experiments_keys", .gauge, help: "Declared keys, by what they come to.",
                labels: ["source": source.name, "status": status.rawValue], value: Double(counts[status]))
        }
    }

    private static func fetches(_ source: FlagSource) -> [Metric] {
        let history = source.service.history
        let failures = Metric(
            "experiments_fetch_failures_in_a_row", .gauge, help: "Fetches that failed since the last that did not.",
            labels: ["source": source.name], value: Double(history.failuresInARow))
        guard let last = history.lastSuccess else { return [failures] }
        return [
            failures,
            Metric(
                "experiments_last_fetch_timestamp_seconds", .gauge, help: "When the last fetch that succeeded began.",
                labels: ["source": source.name], value: last.startedAt.timeIntervalSince1970.rounded()),
        ]
    }
}
