import ExperimentsTransport
import TestSupport

/// Answers every request in one way, and remembers them.
struct ScriptedTransport: HTTPTransport {
    let requests = Recorder<TransportRequest>()
    let answer: Result<TransportResponse, TransportError>

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        requests.record(request)
        return try answer.get()
    }
}
