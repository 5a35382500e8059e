// What ExperimentsTransport has on Apple's systems alone.
import ExperimentsCore
import ExperimentsTransport

final class SessionTransport: Sendable {
    init(security: TransportSecurity = TransportSecurity(), presence: AppPresence) {}

    func send(_ request: TransportRequest) async throws -> TransportResponse { fatalError("a stub") }

    func open(_ request: TransportRequest) async throws -> TransportStream { fatalError("a stub") }
}

extension TransportSecurity {
    func requireNoFiles(for request: TransportRequest) throws {}
}
