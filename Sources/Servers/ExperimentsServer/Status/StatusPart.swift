import ExperimentsCore
import ExperimentsTransport
import HTTPServing

/// How a server is: `/health` for whoever starts it again, `/metrics` for whoever watches over it.
///
/// The first says nothing of the project and is open; the second needs the token where there is one.
struct StatusPart: ServedPart {
    let name = "status"
    let parts: [any ServedPart]
    let counts: RequestCounts

    func door(at path: String) -> Door? {
        switch path {
        case "/health": Door(["GET", "HEAD"], access: .open, faults: nil)
        case "/metrics": Door(["GET", "HEAD"], for: .operators, faults: nil)
        default: nil
        }
    }

    func answer(to visit: Visit) async -> ServedResponse {
        visit.request.path == "/health" ? health : metrics
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
