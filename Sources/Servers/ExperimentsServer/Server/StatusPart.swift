import ExperimentsCore
import ExperimentsTransport
import HTTPServing

/// The status of a server: `/health` for process supervisors, and `/metrics` for monitoring.
///
/// The first reveals nothing about the project and is open. The second needs the token if there is one.
struct StatusPart: ServedPart {
    let name = "status"
    let parts: [any ServedPart]
    let counts: RequestCounts

    func rules(at path: String) -> EndpointRules? {
        switch path {
        case "/health": EndpointRules(["GET", "HEAD"], access: .open, faults: nil)
        case "/metrics": EndpointRules(["GET", "HEAD"], for: .operators, faults: nil)
        default: nil
        }
    }

    func answer(to admitted: AdmittedRequest) async -> ServedResponse {
        admitted.request.path == "/health" ? health : metrics
    }

    private var health: ServedResponse {
        let isReady = parts.allSatisfy(\.isReady)
        let body: JSONValue = ["status": isReady ? "ok" : "starting"]
        return ServedResponse(
            status: isReady ? 200 : 503, headers: ["content-type": "application/json", "cache-control": "no-store"],
            body: body.compactBytes)
    }

    private var metrics: ServedResponse {
        let text = Metric.text(of: counts.metrics + parts.flatMap(\.metrics))
        return ServedResponse(
            status: 200,
            headers: ["content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store"],
            body: Array(text.utf8))
    }
}
