import ExperimentsTransport

/// Carries nothing: for what is computed without asking.
struct NoTransport: StreamingTransport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError.connectionRefused(host: "nowhere", port: 1)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        throw TransportError.connectionRefused(host: "nowhere", port: 1)
    }
}
