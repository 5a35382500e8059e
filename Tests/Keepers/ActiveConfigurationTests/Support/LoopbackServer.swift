import FlyingFox
import FlyingSocks
import Foundation
import TestSupport

/// A server on this machine that answers every request in one way.
struct LoopbackServer: Sendable {
    private let server: HTTPServer
    private let running: Task<Void, any Error>
    /// Where it listens.
    let port: UInt16

    init(answering answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) async throws {
        let server = HTTPServer(
            address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: 60, logger: .disabled,
            handler: ClosureHTTPHandler { request in answer(request) })
        running = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
        self.server = server
        self.port = port
    }

    func stop() async {
        await server.stop(timeout: 0)
        running.cancel()
    }
}
