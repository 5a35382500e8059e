import ExperimentEvents
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation

/// The part of the server to which GrowthBook's tracking plugin sends events: `POST /track?client_key=`.
///
/// The plugin cannot send a token in a header. If the server has a token, the client key is derived from it; see
/// ``key(for:)``.
package struct TrackingPart: ServedPart {
    package let name = "tracking"
    private let key: ServerToken?
    private let ingestion: EventIngestion
    private let clock: @Sendable () -> Date

    /// - Parameters:
    ///   - token: the server's token; nil for none.
    ///   - ingestion: stores these events and those of linked apps.
    package init(
        token: ServerToken?, storingIn ingestion: EventIngestion,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        key = token.flatMap(Self.key)
        self.ingestion = ingestion
        self.clock = clock
    }

    /// Returns the client key for a server with this token.
    package static func key(for token: ServerToken) -> ServerToken? { token.key(for: "tracking") }

    package func rules(at path: String) -> EndpointRules? {
        // The key is checked below, because the plugin sends it in a separate query item.
        path == "/track"
            ? EndpointRules(["POST"], access: .open, query: .known("client_key"), faults: nil) : nil
    }

    package var metrics: [Metric] {
        let status = ingestion.status
        return [
            Metric(
                "experiments_events_stored_total", .counter, help: "Stored events of apps.",
                value: Double(status.stored)),
            Metric(
                "experiments_events_waiting", .gauge,
                help: "Events of apps that wait to be stored and acknowledged.",
                value: Double(status.waiting)),
            Metric(
                "experiments_events_refused_total", .counter,
                help: "Events of apps that were refused with 503 because they could not be stored.",
                value: Double(status.refused)),
            Metric(
                "experiments_events_store_failing", .gauge,
                help: "1 if the latest events could not be stored, else 0.",
                value: status.problem == nil ? 0 : 1),
        ]
    }

    package func answer(to admitted: AdmittedRequest) async -> ServedResponse {
        do throws(ServerRefusal) {
            try check(admitted)
            let events: [TrackedEvent]
            do throws(EventFileProblem) {
                events = try GrowthBookEvents.events(admitted.request.body, at: clock())
            } catch {
                throw ServerRefusal(status: 400, "The events are not accepted: \(error.message).")
            }
            do {
                try await ingestion.store(events)
            } catch {
                throw ServerRefusal.notStored
            }
            return ServedResponse(
                status: 200, headers: ["content-type": "application/json"], body: Array("{}".utf8))
        } catch {
            return error.response
        }
    }

    private func check(_ admitted: AdmittedRequest) throws(ServerRefusal) {
        guard let key else { return }
        let shown = admitted.request.query["client_key"]
        guard let shown, key.matches(shown) else {
            throw ServerRefusal(
                status: 401,
                "The client key does not belong to this server; use `experiments events key` to print it.")
        }
    }
}
