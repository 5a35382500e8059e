#if canImport(Darwin)
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Streams of an app that comes and goes", .inTurn, .timeLimit(.minutes(60)))
struct RestingStreamTests {
    private let presence = AppPresence()
    private let transport: SessionTransport
    private let server: LoopbackServer

    init() throws {
        transport = SessionTransport(presence: presence)
        server = try LoopbackServer()
    }

    private var get: TransportRequest { TransportRequest(.get, server.url, timeout: .seconds(600)) }

    @Test("an open stream ends when the app goes to the background, and its connection is closed")
    func ends() async throws {
        async let opening = transport.open(get)
        _ = try await server.accept()
        server.sendHead()
        server.sendChunk("[")
        var iterator = try await opening.pieces.makeAsyncIterator()
        #expect(try await iterator.next() == Array("[".utf8))
        presence.report(.background)
        #expect(try await iterator.next() == nil)
        await server.clientHasGone()
    }

    @Test("one whose answer has not begun is an error")
    func opening() async throws {
        let opening = Task { try await transport.open(get) }
        _ = try await server.accept()
        presence.report(.lowData(true))
        let error = await #expect(throws: TransportError.self) { try await opening.value }
        guard case .connectionLost = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("one that is opened in the background waits for the foreground")
    func waits() async throws {
        presence.report(.background)
        async let opening = transport.open(get)
        presence.report(.foreground)
        _ = try await server.accept()
        server.sendHead("200 OK")
        #expect(try await opening.status == 200)
    }

    @Test("a request is sent at any time")
    func request() async throws {
        presence.report(.background)
        async let sending = transport.send(get)
        _ = try await server.accept()
        server.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        #expect(try await sending.status == 200)
    }
}
#endif
