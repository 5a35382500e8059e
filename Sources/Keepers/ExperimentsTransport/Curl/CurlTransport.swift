#if os(Linux)
/// What a `SystemTransport` does on Linux.
struct CurlTransport {
    let security: TransportSecurity
    private let handles = CurlHandles()

    init(security: TransportSecurity) { self.security = security }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await WholeAnswer.get(request, security: security, handles: handles)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        try await StreamedAnswer.open(request, security)
    }
}
#endif
