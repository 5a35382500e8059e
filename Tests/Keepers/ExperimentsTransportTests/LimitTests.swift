import Foundation
import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Limits while bytes arrive", .inTurn, .timeLimit(.minutes(60)))
struct LimitTests {
    let transport = SystemTransport()
    let server: LoopbackServer
    let host: String

    init() throws {
        server = try LoopbackServer()
        host = "127.0.0.1:\(server.url.port ?? 0)"
    }

    func request(bodyLimit: Int = 1_000_000) -> TransportRequest {
        TransportRequest(.get, server.url, timeout: .seconds(600), bodyLimit: bodyLimit)
    }

    func sending(_ request: TransportRequest) -> Task<TransportResponse, any Error> {
        Task { try await transport.send(request) }
    }

    @Test("a small answer that unpacks to gigabytes is given up at the limit")
    func bomb() async throws {
        let sending = sending(request())
        _ = try await server.accept()
        server.send("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n")
        server.send(GzipBomb.parts.start)
        // Unpacked, 5 GB.
        let count = await server.push(
            Array(repeatElement(GzipBomb.parts.more, count: 64).joined()), most: 32_000_000)
        await #expect(throws: TransportError.bodyTooLarge(limit: 1_000_000, host: host)) {
            try await sending.value
        }
        #expect(count < 16_000_000)
    }

    @Test("an answer as large as the limit is taken")
    func fitting() async throws {
        let sending = sending(request(bodyLimit: 10))
        _ = try await server.accept()
        server.send("HTTP/1.1 200 OK\r\n\r\n0123456789")
        server.hangUp()
        #expect(try await sending.value.body == Array("0123456789".utf8))
    }

    @Test("an endless body is given up at the limit")
    func endlessBody() async throws {
        let sending = sending(request())
        _ = try await server.accept()
        server.send("HTTP/1.1 200 OK\r\n\r\n")
        let count = await server.push([UInt8](repeating: 0x20, count: 65536), most: 64_000_000)
        await #expect(throws: TransportError.bodyTooLarge(limit: 1_000_000, host: host)) {
            try await sending.value
        }
        #expect(count < 32_000_000)
    }

    @Test(
        "headers without end are given up, those of interim answers and trailers included",
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "x-a: b\r\n"), ("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
            ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "x-a: b\r\n"),
        ])
    func endlessHead(start: String, more: String) async throws {
        let sending = sending(request())
        _ = try await server.accept()
        server.send(start)
        let block = String(repeating: more, count: 1 + 32768 / more.utf8.count)
        let count = await server.push(Array(block.utf8), most: 64_000_000)
        await #expect(throws: TransportError.headTooLarge(limit: 262_144, host: host)) {
            try await sending.value
        }
        #expect(count < 32_000_000)
    }

    @Test("a slow reader of a stream makes the server wait, and loses nothing")
    func slowReader() async throws {
        async let opening = transport.open(request())
        _ = try await server.accept()
        server.send("HTTP/1.1 200 OK\r\n\r\n")
        let stream = try await opening
        let count = await server.push([UInt8](repeating: 0x20, count: 65536), most: 64_000_000)
        #expect(count < 32_000_000)
        server.hangUp()
        var read = 0
        for try await piece in stream.pieces { read += piece.count }
        #expect(read == count)
    }

    @Test("a stream that is released without being read closes its connection")
    func letGo() async throws {
        try await openAndFill()
        await server.clientHasGone()
    }

    /// The stream is released when this returns: the value of an `async let` lives as long as the function.
    private func openAndFill() async throws {
        async let opening = transport.open(request())
        _ = try await server.accept()
        server.send("HTTP/1.1 200 OK\r\n\r\n")
        let stream = try await opening
        _ = await server.push([UInt8](repeating: 0x20, count: 65536), most: 64_000_000)
        #expect(stream.status == 200)
    }

    @Test("the timeout is for the whole answer, even if bytes have arrived")
    func dribble() async throws {
        let request = TransportRequest(.get, server.url, timeout: .milliseconds(300))
        let sending = sending(request)
        _ = try await server.accept()
        server.send("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n1")
        await #expect(throws: TransportError.timedOut(after: .milliseconds(300), host: host)) {
            try await sending.value
        }
    }

    @Test("a caller that is cancelled gets the error immediately, and the connection is closed")
    func cancelled() async throws {
        let sending = sending(request())
        _ = try await server.accept()
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        await server.clientHasGone()
    }
}
