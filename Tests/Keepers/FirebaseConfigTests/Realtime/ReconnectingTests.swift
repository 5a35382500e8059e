import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("Coming back to the stream of changes", .inTurn, .timeLimit(.minutes(60)))
struct ReconnectingTests {
    typealias Told = Result<RemoteConfigUpdate, RealtimeError>

    @Test("a lost stream waits, says so, and is opened again")
    func lost() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let told = Recorder<Told>()
        let statuses = Recorder<LiveStatus>()
        let observations = [
            client.config.observeLiveStatus { statuses.record($0) },
            client.config.addOnConfigUpdateListener { told.record($0) },
        ]
        defer { for observation in observations { observation.cancel() } }
        try await eventually("live") { client.config.liveStatus == .live }
        _ = client.transport.addStream()
        let error = TransportError.connectionLost(host: "h")
        stream.end(error)
        #expect(try await client.pauses.release() == .seconds(120))
        let expected: [LiveStatus] = [
            .connecting, .live, .interrupted(reason: "\(error)", nextTryAt: testTime + 120), .connecting,
            .live,
        ]
        #expect(try await statuses.first(5) == expected)
        #expect(told.elements == [.failure(.stream(reason: "\(error)", nextTry: testTime + 120))])
        #expect(client.transport.streamRequests.count == 2)
    }

    @Test("a stream that the service closes is opened again without a word")
    func closed() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let told = Recorder<Told>()
        let streams = (0..<3).map { _ in client.transport.addStream() }
        let observation = client.config.addOnConfigUpdateListener { told.record($0) }
        defer { observation.cancel() }
        for (index, stream) in streams.dropLast().enumerated() {
            try await eventually("stream \(index + 1)") { client.transport.streamRequests.count == index + 1 }
            try await eventually("live") { client.config.liveStatus == .live }
            client.clock.advance(by: 60)
            if index == 0 { stream.end() } else { stream.end(.timedOut(after: .seconds(330), host: "h")) }
            // Not all clients of a service that goes away come back at the same moment.
            #expect(try await client.pauses.release() == .milliseconds(500))
        }
        try await eventually("a third stream") { client.transport.streamRequests.count == 3 }
        #expect(told.count == 0)
    }

    @Test("a stream cut off within a message is lost, not closed")
    func cutOff() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let observation = client.config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        stream.send(#"[{"latestTemplateVersionNumber": "8"#)
        stream.end()
        #expect(try await client.pauses.release() == .seconds(120))
    }

    @Test(
        "a refusal ends the listening, with the service's words and without the key",
        arguments: [
            (200, #"[{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "Off for KEY"}}]"#),
            (403, #"{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "Off for KEY"}}"#),
        ])
    func refused(status: Int, body: String) async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream(status)
        let told = Recorder<Told>()
        let observation = client.config.addOnConfigUpdateListener { told.record($0) }
        defer { observation.cancel() }
        stream.send(body.replacing("KEY", with: ClientUnderTest.apiKey))
        stream.end()
        let reason = "Remote Config realtime returned 403 PERMISSION_DENIED: Off for (hidden)"
        #expect(try await told.first(1) == [.failure(.unavailable(reason: reason))])
        #expect(client.config.liveStatus == .unavailable(reason: reason))
    }

    @Test("a project whose updates are off is left, until someone new listens")
    func disabled() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let first = client.config.addOnConfigUpdateListener { _ in }
        defer { first.cancel() }
        stream.send(#"[{"featureDisabled": true}"#)
        try await eventually("the end") {
            client.config.liveStatus != .live && client.config.liveStatus != .connecting
        }
        #expect(client.config.liveStatus == .unavailable(reason: "they are turned off for this project"))
        #expect(client.pauses.count == 0)

        _ = client.transport.addStream()
        let second = client.config.addOnConfigUpdateListener { _ in }
        defer { second.cancel() }
        try await eventually("live") { client.config.liveStatus == .live }
    }

    @Test("a revoked token is renewed, and a forgotten installation registered again")
    func revoked() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.addStream(401).end()
        client.transport.add(404)
        client.transport.addRegistration(fid: "dAbCdEfGhIjKlMnOpQrStU", token: "token-2")
        _ = client.transport.addStream()
        let observation = client.config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        try await eventually("live") { client.config.liveStatus == .live }
        #expect(
            client.transport.streamRequests.last?.headers["x-goog-firebase-installations-auth"] == "token-2")
    }

    @Test("who leaves while the stream waits is not called again, and nothing continues")
    func leaving() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.addStream(failure: .offline)
        let observation = client.config.addOnConfigUpdateListener { _ in }
        try await eventually("a wait") { client.pauses.count == 1 }
        observation.cancel()
        try await eventually("no wait") { client.pauses.count == 0 }
        #expect(client.config.liveStatus == .off)
        #expect(client.transport.streamRequests.count == 1)
    }

    @Test("a wait can be cut short")
    func reconnecting() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.addStream(failure: .offline)
        client.config.reconnect()
        #expect(client.transport.streamRequests.isEmpty)
        let observation = client.config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        try await eventually("a wait") { client.pauses.count == 1 }
        _ = client.transport.addStream()
        client.config.reconnect()
        try await eventually("live") { client.config.liveStatus == .live }
        try await eventually("no wait") { client.pauses.count == 0 }
    }

    @Test("when the service is back, a stream that waits because it was away is opened immediately")
    func serviceIsBack() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.addStream(failure: .offline)
        let observation = client.config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        try await eventually("a wait") { client.pauses.count == 1 }
        // A fetch that succeeds where none failed says nothing new.
        client.transport.addUpdate()
        _ = try await client.config.fetch(withExpirationDuration: 0)
        #expect(client.pauses.count == 1)
        client.transport.add(failure: .offline)
        _ = try? await client.config.fetch(withExpirationDuration: 0)
        #expect(client.pauses.count == 1)
        _ = client.transport.addStream()
        client.transport.addUpdate()
        _ = try await client.config.fetch(withExpirationDuration: 0)
        try await eventually("live") { client.config.liveStatus == .live }
        try await eventually("no wait") { client.pauses.count == 0 }
    }

    @Test("a stream that the service asked to wait is not opened before its time")
    func serviceIsBackButWantsRest() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.addStream(503).end()
        let observation = client.config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        try await eventually("a wait") { client.pauses.count == 1 }
        client.transport.add(failure: .offline)
        _ = try? await client.config.fetch(withExpirationDuration: 0)
        client.transport.addUpdate()
        _ = try await client.config.fetch(withExpirationDuration: 0)
        #expect(client.pauses.count == 1)
        #expect(client.transport.streamRequests.count == 1)
    }

    @Test("a stream without end is left, and opened again later")
    func endless() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let observation = client.config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        stream.send("[{\"a\":\"" + String(repeating: "x", count: RealtimeParser.messageLimit))
        let reason = "a message is longer than 65536 bytes"
        try await eventually("a wait") { client.pauses.count == 1 }
        #expect(client.config.liveStatus == .interrupted(reason: reason, nextTryAt: testTime + 120))
    }
}
