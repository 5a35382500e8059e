import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsHTTPServing

/// Answers as a test says.
private struct Answering: HTTPResponder {
    let answer: @Sendable (ServedRequest) async -> ServedResponse

    func respond(to request: ServedRequest) async -> ServedResponse { await answer(request) }
}

@Suite("A server", .inTurn, .timeLimit(.minutes(60)))
struct HTTPServerTests {
    private func running(
        _ responder: any HTTPResponder, _ reserve: DescriptorReserve = DescriptorReserve(),
        _ body: (HTTPServer, UInt16) async throws -> Void
    ) async throws {
        let server = HTTPServer(responder, reserve)
        let port = UInt16(try #require(try await server.start().port))
        do {
            try await body(server, port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("connections beyond the reserve of descriptors get an error that says so, whatever they ask for")
    func refused() async throws {
        // Every descriptor of this process is in the last part of these few, and none is in the very last.
        try await running(FixedResponder(), DescriptorReserve(limit: 1_000_000, size: 1_900_000)) { _, port in
            let connection = try await RawConnection(port: port)
            try await connection.send("GET / HTT")
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
            #expect(answer.contains("Too many connections"))
        }
    }

    @Test("connections beyond even that are closed")
    func dropped() async throws {
        try await running(FixedResponder(), DescriptorReserve(limit: 1, size: 1)) { _, port in
            let client = try await RawConnection(port: port)
            #expect(try await client.readToEnd().isEmpty)
        }
    }

    @Test("that only this machine reaches listens at ::1, too, if the machine has it")
    func version6() async throws {
        let host = try #require(ListeningHost("::1"))
        let probe = HTTPServer(FixedResponder(), host: host)
        do { try await probe.start() } catch is ListeningProblem { return }
        await probe.stop()
        try await running(FixedResponder()) { _, port in
            let url = try #require(URL(string: "http://[::1]:\(port)/"))
            #expect(try await SystemTransport().send(TransportRequest(.get, url)).status == 200)
        }
    }

    @Test("a client that has closed its side gets a large answer whole")
    func halfClosed() async throws {
        let size = 20_000_000
        let responder = Answering { _ in
            ServedResponse(status: 200, body: [UInt8](repeating: 0x61, count: size))
        }
        try await running(responder) { _, port in
            for connection in ["keep-alive", "close"] {
                let client = try await RawConnection(port: port)
                try await client.send(
                    "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: \(connection)\r\n\r\n")
                client.endSending()
                #expect(try await client.read(until: "\r\n\r\n").contains("content-length: \(size)"))
                #expect(try await client.readToEnd().utf8.count == size)
            }
        }
    }

    @Test("who sends on after a refusal can still read it")
    func sendingOn() async throws {
        try await running(FixedResponder()) { _, port in
            let client = try await RawConnection(port: port)
            try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n")
            for _ in 0..<100 { try await client.send([UInt8](repeating: 0x20, count: 60_000)) }
            client.endSending()
            #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("a stream is cancelled when its client leaves")
    func leaving() async throws {
        let ended = Gate()
        let responder = Answering { _ in
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            continuation.onTermination = { _ in Task { await ended.open() } }
            continuation.yield(Array("first".utf8))
            return ServedResponse(status: 200, stream: stream)
        }
        try await running(responder) { _, port in
            let client = try await RawConnection(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await client.read(until: "first\r\n")
            await client.close()
            await ended.wait()
        }
    }

    @Test("a server that stops with patience lets an answer arrive, ends streams, and takes no more")
    func draining() async throws {
        let (asked, mayAnswer) = (Gate(), Gate())
        let responder = Answering { request in
            if request.path == "/stream" {
                return ServedResponse(status: 200, stream: AsyncStream { $0.yield(Array("first".utf8)) })
            }
            await asked.open()
            await mayAnswer.wait()
            return ServedResponse(status: 200, body: Array("answer".utf8))
        }
        try await running(responder) { server, port in
            let (idle, listening, waiting) = (
                try await RawConnection(port: port), try await RawConnection(port: port),
                try await RawConnection(port: port)
            )
            try await listening.send("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await listening.read(until: "first\r\n")
            try await waiting.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await asked.wait()
            let stop = Task { await server.stop(patience: .seconds(50)) }
            #expect(try await idle.readToEnd().isEmpty)
            #expect(try await listening.readToEnd() == "0\r\n\r\n")
            await #expect(throws: (any Error).self) {
                let late = try await RawConnection(port: port)
                _ = try await late.read(until: "HTTP")
            }
            await mayAnswer.open()
            #expect(try await waiting.readToEnd().hasSuffix("answer"))
            await stop.value
            #expect(await server.url == nil)
        }
    }

    @Test("a server that is stopped immediately breaks an answer that does not come")
    func stopping() async throws {
        let asked = Gate()
        let responder = Answering { _ in
            await asked.open()
            await untilCancelled()
            return ServedResponse(status: 200)
        }
        try await running(responder) { server, port in
            let client = try await RawConnection(port: port)
            try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await asked.wait()
            await server.stop()
            #expect(try await client.readToEnd().isEmpty)
        }
    }

    @Test("a value with a line end does not add a header, and a status without a body has none")
    func headers() async throws {
        let responder = Answering { request in
            ServedResponse(
                status: request.path == "/304" ? 304 : 200, headers: ["x": "a\r\ny: b"],
                body: Array("body".utf8))
        }
        try await running(responder) { _, port in
            let client = try await RawConnection(port: port)
            try await client.send(
                "GET /304 HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.0\r\n\r\n"
            )
            let same = try await client.read(until: "\r\n\r\n")
            #expect(same == "HTTP/1.1 304 Not Modified\r\nx: ay: b\r\nconnection: keep-alive\r\n\r\n")
            #expect(try await client.read(until: "\r\n\r\n").contains("content-length: 4\r\n"))
            #expect(try await client.readToEnd().hasSuffix("connection: close\r\n\r\nbody"))
        }
    }
}

@Suite("The reserve of descriptors", .inTurn)
struct DescriptorReserveTests {
    @Test("leaves some to the rest of the program")
    func reserve() {
        let usual = DescriptorReserve(limit: 1024)
        #expect(
            [3, 959, 960, 991, 992, 1023, 5000].map(usual.verdict) == [
                .serve, .serve, .refuse, .refuse, .drop, .drop, .drop,
            ])
        let small = DescriptorReserve(limit: 40)
        #expect([19, 20, 29, 30, 39].map(small.verdict) == [.serve, .refuse, .refuse, .drop, .drop])
    }
}
