import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import OpenFeatureRemote

@Suite("Listening to a server's changes", .inTurn, .timeLimit(.minutes(60)))
struct ListeningTests {
    static let event = #"""
        id: 8
        data: {"type": "refetchEvaluation", "etag": "\"e2\"", "lastModified": "2026-02-20T21:28:18Z"}


        """#

    /// A keeper that has fetched once and listens.
    func listening() async throws -> (test: KeeperUnderTest, stream: ScriptedStream) {
        let test = try KeeperUnderTest(listens: true)
        let stream = test.transport.addStream()
        test.transport.add(200, Answers.flag("1"), headers: ["ETag": "\"1\""])
        _ = try await test.keeper.fetch(.manual)
        try await eventually("live") { test.keeper.liveStatus == .live }
        try await eventually("a notice") { test.notices.elements.contains("changed") }
        return (test, stream)
    }

    @Test(
        "the stream that the answer names is opened without a word of who asks, and then everything is asked again"
    )
    func opened() async throws {
        let (test, _) = try await listening()
        let request = try #require(test.transport.streamRequests.first)
        #expect(request.url.absoluteString == "http://127.0.0.1:8016/events?auth=very-secret")
        #expect(request.method == .get)
        #expect(request.headers["accept"] == "text/event-stream")
        #expect(request.headers["authorization"] == nil)
        #expect(request.headers["last-event-id"] == nil)
        test.transport.add(200, Answers.flag("2"), headers: ["ETag": "\"2\""])
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        #expect(try test.request(1).headers["if-none-match"] == nil)
        #expect(test.notices.elements.filter { $0 == "changed" }.count == 1)
    }

    @Test("after an event it is asked with what the event named, once")
    func announced() async throws {
        let (test, stream) = try await listening()
        for value in ["1", "2", "3"] {
            test.transport.add(200, Answers.flag(value), headers: ["ETag": "\"\(value)\""])
        }
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        stream.send(Self.event)
        #expect(try await test.pauses.release() == OpenFeatureRemoteConfigKeeper.gathering)
        try await eventually("a second notice") {
            test.notices.elements.filter { $0 == "changed" }.count == 2
        }
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        let request = try test.request(2)
        #expect(
            request.url.query == "flagConfigEtag=%22e2%22&flagConfigLastModified=2026-02-20T21%3A28%3A18Z")
        #expect(request.headers["if-none-match"] == "\"1\"")
        _ = try await test.keeper.fetch(.scheduled)
        #expect(try test.request(3).url.query == nil)
    }

    @Test("what was announced and could not be fetched is asked for by the next fetch")
    func failedFetch() async throws {
        let (test, stream) = try await listening()
        test.transport.add(500)
        await #expect(throws: FetchFailure.self) { try await test.keeper.fetch(.realtime(attempt: 1)) }
        stream.send(Self.event)
        #expect(try await test.pauses.release() == OpenFeatureRemoteConfigKeeper.gathering)
        test.transport.add(200, Answers.flag("2"))
        try await eventually("a second notice") {
            test.notices.elements.filter { $0 == "changed" }.count == 2
        }
        _ = try await test.keeper.fetch(.scheduled)
        // Both what the first notice wanted and what the second one named.
        #expect(try test.request(2).headers["if-none-match"] == nil)
        #expect(try test.request(2).url.query?.hasPrefix("flagConfigEtag=%22e2%22") == true)
    }

    @Test("comments, other events and broken ones change nothing")
    func otherEvents() async throws {
        let (test, stream) = try await listening()
        test.transport.add(200, Answers.flag("1"), headers: ["ETag": "\"1\""])
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        stream.send(": ping\n\nevent: other\ndata: {\"type\": \"refetchEvaluation\"}\n\ndata: {\n\n")
        stream.send("data: {\"type\": \"error\", \"message\": \"x\"}\n\n")
        stream.send(Self.event)
        #expect(try await test.pauses.release() == OpenFeatureRemoteConfigKeeper.gathering)
        try await eventually("the one event") { test.notices.elements.filter { $0 == "changed" }.count == 2 }
        #expect(test.keeper.liveStatus == .live)
    }

    @Test("a stream that ends is opened again after a wait, with the last id, and everything is asked again")
    func reconnects() async throws {
        let (test, stream) = try await listening()
        for _ in 0..<3 { test.transport.add(200, Answers.flag("1"), headers: ["ETag": "\"1\""]) }
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        stream.send("retry: 3000\n" + Self.event)
        #expect(try await test.pauses.release() == OpenFeatureRemoteConfigKeeper.gathering)
        try await eventually("an event") { test.notices.elements.filter { $0 == "changed" }.count == 2 }
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        let second = test.transport.addStream()
        stream.end()
        #expect(try await test.pauses.release() == .seconds(3))
        try await eventually("live again") { test.notices.elements.filter { $0 == "live" }.count == 2 }
        #expect(test.transport.streamRequests.last?.headers["last-event-id"] == "8")
        try await eventually("a third notice") { test.notices.elements.filter { $0 == "changed" }.count == 3 }
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        #expect(try test.request(3).headers["if-none-match"] == nil)
        #expect(!second.isLeft)
    }

    @Test("a lost stream says why, without its address")
    func lost() async throws {
        let (test, stream) = try await listening()
        stream.end(.timedOut(after: .seconds(120), host: "127.0.0.1:8016"))
        try await eventually("interrupted") { test.keeper.liveStatus.word == "interrupted" }
        let reason = try #require(test.keeper.liveStatus.reason)
        #expect(reason == "nothing came from the event stream of 127.0.0.1:8016 for too long")
        #expect(test.keeper.liveStatus.nextTryAt == test.clock.now + 1.5)
    }

    @Test("a stream that is refused is not asked for again, until the server names another or a person asks")
    func refused() async throws {
        let test = try KeeperUnderTest(listens: true)
        _ = test.transport.addStream(403)
        for stream in ["/events", "/events", "/events", "/other"] {
            test.transport.add(200, Answers.flag("1", stream: stream))
        }
        _ = try await test.keeper.fetch(.scheduled)
        try await eventually("unavailable") { test.keeper.liveStatus.word == "unavailable" }
        #expect(
            test.keeper.liveStatus.reason == "127.0.0.1:8016 returned 403 to the request for its event stream"
        )
        _ = try await test.keeper.fetch(.scheduled)
        #expect(test.transport.streamRequests.count == 1)
        _ = test.transport.addStream(204)
        _ = try await test.keeper.fetch(.manual)
        try await eventually("a second try") { test.transport.streamRequests.count == 2 }
        try await eventually("unavailable again") { test.keeper.liveStatus.word == "unavailable" }
        _ = test.transport.addStream()
        _ = try await test.keeper.fetch(.scheduled)
        try await eventually("live") { test.keeper.liveStatus == .live }
    }

    @Test("something else than an event stream is given up", arguments: ["text/html", ""])
    func otherType(type: String) async throws {
        let test = try KeeperUnderTest(listens: true)
        _ = test.transport.addStream(headers: ["content-type": type])
        test.transport.add(200, Answers.flag("1"))
        _ = try await test.keeper.fetch(.scheduled)
        try await eventually("unavailable") { test.keeper.liveStatus.word == "unavailable" }
    }

    @Test("an event without end ends the stream, not the memory")
    func endless() async throws {
        let (test, stream) = try await listening()
        stream.send("data: " + String(repeating: "x", count: 1_100_000))
        try await eventually("interrupted") { test.keeper.liveStatus.word == "interrupted" }
        try await eventually("the reader has gone") { stream.isLeft }
    }

    @Test("a server that names another stream each time keeps the one that is open")
    func otherAddresses() async throws {
        let (test, stream) = try await listening()
        test.transport.add(200, Answers.flag("1", stream: "/events?other"))
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        #expect(test.transport.streamRequests.count == 1)
        _ = test.transport.addStream()
        stream.end()
        _ = try await test.pauses.release()
        try await eventually("the other stream") { test.transport.streamRequests.last?.url.query == "other" }
    }

    @Test("a server that names no stream any more is listened to no longer")
    func noStream() async throws {
        let (test, stream) = try await listening()
        test.transport.add(200, Answers.flag("1", stream: nil))
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        #expect(test.keeper.liveStatus == .off)
        try await eventually("the reader has gone") { stream.isLeft }
    }

    @Test("a keeper that does not listen opens nothing")
    func deaf() async throws {
        let test = try KeeperUnderTest()
        test.transport.add(200, Answers.flag("1"))
        _ = try await test.keeper.fetch(.manual)
        #expect(test.keeper.liveStatus == .off)
        #expect(test.transport.streamRequests.isEmpty)
    }

    @Test("a keeper that goes lets its stream go")
    func released() async throws {
        let transport = ScriptedTransport()
        let stream = transport.addStream()
        transport.add(200, Answers.flag("1"))
        var keeper: OpenFeatureRemoteConfigKeeper? = OpenFeatureRemoteConfigKeeper(
            try server(), listens: true, transport: transport)
        _ = try await keeper?.fetch(.manual)
        try await eventually("live") { keeper?.liveStatus == .live }
        keeper = nil
        try await eventually("the reader has gone") { stream.isLeft }
    }
}
