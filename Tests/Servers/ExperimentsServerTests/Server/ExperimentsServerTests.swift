import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("A server of experiments on a port", .inTurn, .timeLimit(.minutes(60)))
struct ExperimentsServerTests {
    @Test("listens, answers, and is gone when it stopped, with its streams ended")
    func life() async throws {
        let events = EventBroadcast()
        let server = ExperimentsServer(
            ServerConfiguration(drainPatience: .seconds(2)), parts: [EchoPart(events: events)])
        let url = try await server.start()
        #expect(await server.url == url)
        let port = UInt16(try #require(url.port))
        let connection = try await RawConnection(port: port)
        try await connection.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let head = try await connection.read(until: "first\n")
        #expect(head.contains("content-type: text/event-stream"))
        events.send(ServerSentEvent(id: "7", data: ["type": "x"]).bytes)
        #expect(try await connection.read(until: "\n\n").contains("id: 7\ndata: {\"type\":\"x\"}"))
        await server.stop()
        #expect(await server.url == nil)
        #expect(try await connection.readToEnd().hasSuffix("0\r\n\r\n"))
        await connection.close()
        await #expect(throws: (any Error).self) { try await RawConnection(port: port) }
    }

    @Test("listens on no address that others reach unless it asks for a token")
    func needsToken() async throws {
        let host = try #require(ListeningHost("0.0.0.0"))
        let server = ExperimentsServer(ServerConfiguration(host: host), parts: [])
        await #expect(throws: ListeningProblem.self) { try await server.start() }
    }

    @Test("lets open streams know from time to time that it is there")
    func heartbeat() async throws {
        let events = EventBroadcast()
        let (beats, beat) = AsyncStream.makeStream(of: Void.self)
        let server = ExperimentsServer(
            ServerConfiguration(
                sleep: { _ in
                    for await _ in beats { return }
                    throw CancellationError()
                }),
            parts: [EchoPart(events: events)])
        try await server.start()
        var pieces = events.open { [] }.makeAsyncIterator()
        beat.yield()
        #expect(await pieces.next() == ServerSentEvent.heartbeat)
        await server.stop()
    }
}
