import ExperimentsLocks

/// The number of answered requests by part and status, and their total duration.
final class RequestCounts: Sendable {
    private struct Place: Hashable {
        let part: String
        let status: Int
    }

    /// The label for paths that do not belong to a part.
    private static let nothing = "none"

    private let state = BargingMutex((counts: [Place: Int](), seconds: [String: Double]()))

    func add(part: String?, status: Int, _ duration: Duration) {
        let part = part ?? Self.nothing
        let (seconds, attoseconds) = duration.components
        state.withLock { state in
            state.counts[Place(part: part, status: status), default: 0] += 1
            state.seconds[part, default: 0] += Double(seconds) + Double(attoseconds) / 1e18
        }
    }

    var metrics: [Metric] {
        let state = state.withLock { $0 }
        let counts = state.counts.sorted { ($0.key.part, $0.key.status) < ($1.key.part, $1.key.status) }
        let requests = counts.map { place, count in
            Metric(
                "experiments_requests_total", .counter, help: "Requests with a response.",
                labels: ["part": place.part, "status": String(place.status)], value: Double(count))
        }
        let seconds = state.seconds.sorted { $0.key < $1.key }.map { part, seconds in
            Metric(
                "experiments_request_seconds_total", .counter,
                help: "Total time to respond to requests, in seconds.",
                labels: ["part": part], value: seconds)
        }
        return requests + seconds
    }
}
