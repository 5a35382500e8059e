import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsLink

@Suite("A link over real connections", .inTurn, .timeLimit(.minutes(60)))
struct LoopbackLinkTests {
    @Test("follows a server that sends byte by byte, breaks off and comes back, and reports to it")
    func following() async throws {
        let folder = try TemporaryFolder()
        let server = try TrickleServer()
        defer { server.stop() }
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
        let store = try LinkedOverrideStore(
            server: url, token: "s3cret", app: "shop", folder: folder.path("link"))
        // Whatever is written late must not outlive the folder.
        defer { store.disk.flush() }
        let first = try #require(server.streams.value(of: 0))
        let heads = try await server.heads.first(1)
        #expect(
            heads[0].contains("Authorization: Bearer s3cret")
                || heads[0].contains("authorization: Bearer s3cret"))
        try await eventually("the overrides") { store.overrides == first.overrideSet }
        store.track("purchase")
        let body = try await server.bodies.first(1)[0]
        let report = try AppReport(parsing: body)
        #expect(report.identity.app == "shop")
        #expect(report.identity.system != nil)
        #expect(!report.identity.installation.isEmpty)
        server.breakOff()
        try await eventually("what changed meanwhile") { store.overrides["title"]?.value == "later" }
        let second = try await server.heads.first(2)[1].lowercased()
        #expect(second.contains("last-event-id: \(first.revision)"))
    }
}

/// A server of one stream at a time that sends its events in single bytes: first a state, then what changed.
private final class TrickleServer: Sendable {
    /// What was asked for, for streams alone.
    let heads = Recorder<String>()
    /// The reports.
    let bodies = Recorder<[UInt8]>()
    let streams: Streams

    struct Streams: Sendable {
        let states: [LinkedState]

        func value(of number: Int) -> LinkedState? { states.indices.contains(number) ? states[number] : nil }
    }

    private let listener: LoopbackSocket
    private let open = Mutex<LoopbackSocket?>(nil)

    var port: UInt16 { listener.port }

    init() throws {
        let states = try ["hello", "later"].enumerated().map { number, text in
            LinkedState(
                revision: try #require(LinkRevision(origin: "o", number: number + 1)),
                overrides: ["title": LinkedOverride(Override(value: text))])
        }
        streams = Streams(states: states)
        listener = try LoopbackSocket()
        Thread.detachNewThread { [self] in
            while let socket = listener.accept() { Thread.detachNewThread { self.answer(socket) } }
        }
    }

    func stop() {
        listener.shutDown()
        breakOff()
    }

    /// Breaks off the stream.
    func breakOff() {
        open.withLock { $0.take() }?.shutDown()
    }

    private func answer(_ socket: LoopbackSocket) {
        let received = socket.receive(until: "\r\n\r\n")
        let text = String(decoding: received, as: UTF8.self)
        guard text.hasPrefix("GET") else { return take(text, received, socket) }
        heads.record(text)
        open.withLock { $0 = socket }
        socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        let isFirst = heads.count == 1
        let event: LinkEvent =
            isFirst
            ? .state(streams.states[0])
            : .changes(LinkedChanges(from: streams.states[0], to: streams.states[1]))
        for byte in LinkEvent.heartbeat + event.bytes { socket.send([byte]) }
    }

    private func take(_ text: String, _ received: [UInt8], _ socket: LoopbackSocket) {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)),
            let line = text.lowercased().split(separator: "\r\n").first(where: {
                $0.hasPrefix("content-length:")
            }),
            let length = Int(line.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces))
        else { return }
        var body = Array(received[end.upperBound...])
        while body.count < length {
            let more = socket.receive()
            if more.isEmpty { return }
            body += more
        }
        bodies.record(body)
        socket.send("HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    }
}
