import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@Suite("Streams over loopback", .timeLimit(.minutes(1)))
struct StreamingTests {
    func request(_ server: LoopbackServer, timeout: Duration = .seconds(30)) -> TransportRequest {
        TransportRequest(.post, server.url, headers: ["x-key": "k"], body: Array("{}".utf8), timeout: timeout)
    }

    @Test("the head is there before the body, and each piece as soon as it is sent")
    func pieces() async throws {
        let server = try LoopbackServer()
        async let opening = URLSessionTransport().open(request(server))
        let received = try await server.accept()
        #expect(received.hasPrefix("POST /stream HTTP/1.1\r\n"))
        #expect(received.lowercased().contains("x-key: k\r\n"))
        server.sendHead("200 OK", "etag: e1\r\n")
        let stream = try await opening
        #expect(stream.status == 200)
        #expect(stream.headers["ETag"] == "e1")
        var iterator = stream.pieces.makeAsyncIterator()
        for text in ["[{\"a\":", "\"ü\"}", ",{}"] {
            server.sendChunk(text)
            #expect(try await iterator.next() == Array(text.utf8))
        }
        server.send("0\r\n\r\n")
        #expect(try await iterator.next() == nil)
    }

    @Test("an answer without a body is an empty stream, whatever its status")
    func refusal() async throws {
        let server = try LoopbackServer()
        async let opening = URLSessionTransport().open(request(server))
        _ = try await server.accept()
        server.send("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n")
        let response = try await opening.collected(limit: 100)
        #expect(response.status == 403)
        #expect(response.body.isEmpty)
    }

    @Test("a refusal's body is collected up to a limit")
    func collected() async throws {
        let server = try LoopbackServer()
        async let opening = URLSessionTransport().open(request(server))
        _ = try await server.accept()
        server.sendHead("429 Too Many Requests")
        for _ in 0..<5 { server.sendChunk("0123456789") }
        let response = try await opening.collected(limit: 25)
        #expect(response.status == 429)
        #expect(String(decoding: response.body, as: UTF8.self) == "0123456789012345678901234")
    }

    @Test("a connection that breaks off ends the stream with an error")
    func brokenOff() async throws {
        let server = try LoopbackServer()
        async let opening = URLSessionTransport().open(request(server))
        _ = try await server.accept()
        server.sendHead()
        server.sendChunk("[")
        let stream = try await opening
        server.hangUp()
        let error = await #expect(throws: TransportError.self) { for try await _ in stream.pieces {} }
        guard case .connectionLost = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("who stops reading hangs up")
    func leaving() async throws {
        let server = try LoopbackServer()
        let transport = URLSessionTransport()
        let request = request(server)
        let reading = Task {
            for try await _ in try await transport.open(request).pieces {}
        }
        _ = try await server.accept()
        server.sendHead()
        server.sendChunk("[")
        reading.cancel()
        await server.clientHasGone()
    }

    @Test("a server that does not answer is given up after the timeout")
    func silence() async throws {
        let server = try LoopbackServer()
        let error = await #expect(throws: TransportError.self) {
            try await URLSessionTransport().open(request(server, timeout: .milliseconds(200)))
        }
        #expect(error == .timedOut(after: .milliseconds(200), host: "127.0.0.1:\(server.url.port ?? 0)"))
    }

    @Test("nobody there is an error of the connection")
    func refused() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        await #expect(throws: TransportError.connectionRefused(host: "127.0.0.1", port: 1)) {
            try await URLSessionTransport().open(TransportRequest(.get, url))
        }
    }
}
