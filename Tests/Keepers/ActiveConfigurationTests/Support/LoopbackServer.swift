import Foundation
import HTTPServing

/// A server on this machine that answers every request in one way.
struct LoopbackServer: Sendable {
    private struct Responder: HTTPResponder {
        let answer: @Sendable (ServedRequest) -> ServedResponse

        func respond(to request: ServedRequest) async -> ServedResponse { answer(request) }
    }

    private let server: HTTPServer
    /// Where it listens, for example `http://127.0.0.1:43210`.
    let address: String

    init(answering answer: @escaping @Sendable (ServedRequest) -> ServedResponse) async throws {
        server = HTTPServer(Responder(answer: answer))
        address = try await server.start().absoluteString
    }

    func stop() async {
        await server.stop()
    }
}
