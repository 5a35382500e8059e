import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("A watch over a transport", .inTurn, .timeLimit(.minutes(60)))
struct WatchRunTests {
    /// The body of a stream, as the test goes on with it.
    private struct Body: Sendable {
        let pieces: TransportStream.Pieces
        let continuation: TransportStream.Pieces.Continuation

        init() {
            (pieces, continuation) = TransportStream.Pieces.makeStream()
        }

        func send(_ text: String) { continuation.yield(Array((text + "\n").utf8)) }
    }

    private static func line(_ members: String) -> String {
        #"{"result": {"header": {"cluster_id": "12569695560320746543", "revision": "5"}, \#(members)}}"#
    }

    @Test(
        "reports the state, the beginning, each change and the end of a stream, and continues at the next member"
    )
    func telling() async throws {
        let test = try ClientUnderTest(stopsAtLongWaits: true)
        try test.members.play("read")
        let bodies = [Body(), Body()]
        for body in bodies { test.members.stream { TransportStream(status: 200, pieces: body.pieces) } }
        let news = Recorder<EtcdNews>()
        let watching = Task {
            await test.client.watch([EtcdWatchedRange(.prefix("shop/"))]) { news.record($0) }
        }
        bodies[0].send(Self.line(#""watch_id": "1", "created": true"#))
        bodies[0].send(
            Self.line(
                #""watch_id": "1", "events": [{"type": "DELETE", "kv": {"key": "YQ==", "mod_revision": "6"}}]"#
            ))
        bodies[0].continuation.finish()
        bodies[1].send(Self.line(#""watch_id": "1", "created": true"#))
        try await eventually("a second stream") { news.elements.count >= 6 }
        watching.cancel()
        await watching.value
        let told = news.elements.map { news -> String in
            switch news {
            case .state(let snapshot): "state \(snapshot.revision)"
            case .events(_, let events): "events \(events.map(\.revision))"
            case .condition(.connecting): "connecting"
            case .condition(.live(let endpoint)): "live \(endpoint)"
            case .condition(.interrupted): "interrupted"
            case .condition: "over"
            }
        }
        #expect(told == ["connecting", "state 5", "live 0", "events [6]", "interrupted", "live 1"])
        let start = try JSONValue(parsing: try #require(test.members.requests.last?.body))
        #expect(start.object?["create_request"]?.object?["start_revision"] == "7")
    }

    @Test("an error status is a refusal, and is reported in its words")
    func refused() async throws {
        let test = try ClientUnderTest(members: ["a"], stopsAtLongWaits: true)
        try test.members.play("read")
        test.members.stream {
            let body = Body()
            body.continuation.yield(Array(#"{"message": "etcdserver: permission denied", "code": 7}"#.utf8))
            body.continuation.finish()
            return TransportStream(status: 403, pieces: body.pieces)
        }
        let news = Recorder<EtcdNews>()
        let watching = Task { await test.client.watch([EtcdWatchedRange(.all)]) { news.record($0) } }
        let error = try await eventually("a refusal") {
            for case .condition(.refused(let error)) in news.elements { return error }
            return nil as EtcdError?
        }
        watching.cancel()
        await watching.value
        #expect(error.refusal == .denied)
    }

    @Test("a slow listener keeps the network waiting, and nothing is lost")
    func slow() async throws {
        let test = try ClientUnderTest(members: ["a"], stopsAtLongWaits: true)
        try test.members.play("read")
        let body = Body()
        test.members.stream { TransportStream(status: 200, pieces: body.pieces) }
        body.send(Self.line(#""watch_id": "1", "created": true"#))
        for revision in 6..<200 {
            body.send(
                Self.line(
                    #""watch_id": "1", "events": [{"kv": {"key": "YQ==", "mod_revision": "\#(revision)"}}]"#))
        }
        let revisions = Recorder<Int64>()
        let watching = Task {
            await test.client.watch([EtcdWatchedRange(.all)]) { news in
                await Task.yield()
                if case .events(_, let events) = news {
                    for event in events { revisions.record(event.revision) }
                }
            }
        }
        try await eventually("all events") { revisions.elements.count == 194 }
        watching.cancel()
        await watching.value
        #expect(revisions.elements == Array(6..<200))
    }
}
