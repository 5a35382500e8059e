import Foundation
import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Connections that are kept", .inTurn, .timeLimit(.minutes(60)))
struct KeptConnectionTests {
    let transport = SystemTransport()
    let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    func send(_ method: TransportRequest.Method = .get, mayBeRepeated: Bool? = nil) async throws -> String {
        let request = TransportRequest(
            method, server.url, body: method == .get ? nil : Array("{}".utf8), timeout: .seconds(600),
            mayBeRepeated: mayBeRepeated)
        return String(decoding: try await transport.send(request).body, as: UTF8.self)
    }

    func answer(_ text: String) {
        server.send("HTTP/1.1 200 OK\r\ncontent-length: \(text.utf8.count)\r\n\r\n\(text)")
    }

    func firstExchange() async throws {
        async let first = send()
        _ = try await server.accept()
        answer("one")
        #expect(try await first == "one")
    }

    @Test("the next request uses the connection of the one before")
    func reuse() async throws {
        try await firstExchange()
        async let second = send()
        #expect(await server.receive().hasPrefix("GET /stream HTTP/1.1\r\n"))
        answer("two")
        #expect(try await second == "two")
    }

    @Test("a kept connection that the server closes without an answer is replaced immediately")
    func closedUnanswered() async throws {
        try await firstExchange()
        async let second = send(.post, mayBeRepeated: true)
        #expect(await server.receive().hasPrefix("POST /stream HTTP/1.1\r\n"))
        server.hangUp()
        #expect(try await server.accept().hasPrefix("POST /stream HTTP/1.1\r\n"))
        answer("two")
        #expect(try await second == "two")
    }

    #if os(Linux)
    @Test("a request whose connection is lost may have arrived, also if no new connection can be made")
    func lostUnanswered() async throws {
        try await firstExchange()
        let second = Task { try await send(.post, mayBeRepeated: true) }
        _ = await server.receive()
        server.stopListening()
        server.hangUp()
        let error = await #expect(throws: TransportError.self) { try await second.value }
        guard case .connectionLost = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
    #endif

    @Test(
        "an answer that ends within its head is an error",
        arguments: ["HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\netag: 1\r\n"])
    func headCut(_ head: String) async throws {
        let first = Task { try await send() }
        _ = try await server.accept()
        server.send(head)
        server.hangUp()
        await #expect(throws: TransportError.self) { try await first.value }
    }

    @Test("a new connection that the server closes without an answer is an error immediately")
    func newConnection() async throws {
        let first = Task { try await send() }
        _ = try await server.accept()
        server.hangUp()
        let error = await #expect(throws: TransportError.self) { try await first.value }
        #expect(error?.description.contains("the server closed the connection; if it speaks https") == true)
    }

    #if os(Linux)
    @Test(
        "a new connection that the server resets is an error that names the other scheme",
        arguments: [("http", "https"), ("https", "plain http")])
    func reset(scheme: String, other: String) async throws {
        let url = try #require(URL(string: "\(scheme)://127.0.0.1:\(server.url.port ?? 0)/"))
        let first = Task { [transport] in
            try await transport.send(TransportRequest(.get, url, timeout: .seconds(600)))
        }
        _ = try await server.accept()
        server.reset()
        let error = await #expect(throws: TransportError.self) { try await first.value }
        let words = "the server closed the connection; if it speaks \(other), begin its address with"
        #expect(error?.description.contains(words) == true)
    }

    @Test("an answer that is broken off by a reset says nothing about the scheme")
    func resetLater() async throws {
        let first = Task { try await send() }
        _ = try await server.accept()
        server.send("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab")
        server.reset()
        let error = await #expect(throws: TransportError.self) { try await first.value }
        guard case .connectionLost = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
    #endif

    @Test("a request that must not arrive twice gets a new connection")
    func unrepeatable() async throws {
        try await firstExchange()
        let second = Task { try await send(.post) }
        #expect(try await server.accept().hasPrefix("POST /stream HTTP/1.1\r\n"))
        server.hangUp()
        await #expect(throws: TransportError.self) { try await second.value }
    }
}
