import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("Listening for changes", .inTurn, .timeLimit(.minutes(60)))
struct ListeningTests {
    typealias Told = Result<RemoteConfigUpdate, RealtimeError>

    @Test(
        "the stream is opened by the first listener, says who asks and what it knows, and closes with the last"
    )
    func opening() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        #expect(client.config.liveStatus == .off)
        let stream = client.transport.addStream()
        let first = client.config.addOnConfigUpdateListener { _ in }
        let second = client.config.observeAnnouncements { _ in }
        try await eventually("live") { client.config.liveStatus == .live }

        #expect(client.transport.streamRequests.count == 1)
        let request = try #require(client.transport.streamRequests.first)
        #expect(
            request.url.absoluteString
                == "http://127.0.0.1:1/v1/projects/demo-shop/namespaces/firebase:streamFetchInvalidations")
        #expect(request.headers["x-goog-api-key"] == ClientUnderTest.apiKey)
        #expect(request.headers["x-goog-firebase-installations-auth"] == "token-1")
        #expect(request.headers["if-none-match"] == "etag-1")
        #expect(request.timeout == .seconds(330))
        let body = try JSONValue(parsing: try #require(request.body)).object
        #expect(body?["lastKnownVersionNumber"] == "7")
        #expect(body?["appInstanceId"]?.string == sampleID)
        #expect(body?["appId"] == "1:123456789012:ios:0a1b2c")
        #expect(body?["project"] == "demo-shop")
        #expect(body?["namespace"] == "firebase")

        first.cancel()
        #expect(client.config.liveStatus == .live)
        second.cancel()
        #expect(client.config.liveStatus == .off)
        try await eventually("the stream to be closed") { stream.isLeft }
    }

    @Test("a notice is followed by a fetch after a random delay, and the listener hears which keys differ")
    func update() async throws {
        let client = try await ClientUnderTest.afterFirstFetch(fraction: 0.25)
        let stream = client.transport.addStream()
        let told = Recorder<Told>()
        let observation = client.config.addOnConfigUpdateListener { told.record($0) }
        defer { observation.cancel() }
        client.transport.addUpdate(#"{"color": "green", "size": "3"}"#, etag: "etag-2", version: 8)
        stream.send(#"[{"latestTemplateVersionNumber": "8"}"#)
        #expect(try await client.pauses.release() == .milliseconds(750))
        let update = try #require(try await told.first(1).first?.get())
        #expect(update == RemoteConfigUpdate(updatedKeys: ["color", "size"], templateVersion: 8))
        #expect(client.transport.requests.last?.headers["x-firebase-rc-fetch-type"] == "REALTIME/1")
        // Fetched, and not in use before the app says so.
        #expect(client.config.configValue(for: "color").stringValue == "red")
        #expect(client.config.activate())
        #expect(client.config.configValue(for: "color").stringValue == "green")
    }

    @Test("what is here already is not fetched again")
    func known() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let told = Recorder<Told>()
        let announced = Recorder<Int64>()
        let observations = [
            client.config.addOnConfigUpdateListener { told.record($0) },
            client.config.observeAnnouncements { announced.record($0) },
        ]
        defer { for observation in observations { observation.cancel() } }
        stream.send(#"[{"latestTemplateVersionNumber": 6},{"latestTemplateVersionNumber": "7"}"#)
        client.transport.addUpdate(version: 9)
        stream.send(#",{"latestTemplateVersionNumber": 9}"#)
        #expect(try await announced.first(1) == [9])
        _ = try await client.pauses.release()
        // The same entries: nobody hears of it.
        try await eventually("version 9") { client.config.fetched?.templateVersion == 9 }
        #expect(announced.elements == [9])
        #expect(told.count == 0)
    }

    @Test(
        "an announced version that changes nothing for this app is reached with one fetch, and no one hears of it"
    )
    func unchangedVersion() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let told = Recorder<Told>()
        let activations = Recorder<FetchedConfig>()
        let observations = [
            client.config.addOnConfigUpdateListener { told.record($0) },
            client.config.observeActivations { activations.record($0) },
        ]
        defer { for observation in observations { observation.cancel() } }
        let requests = client.transport.requests.count
        client.transport.add(200, #"{"state": "NO_CHANGE", "templateVersion": "8"}"#)
        stream.send(#"[{"latestTemplateVersionNumber": "8"}"#)
        _ = try await client.pauses.release()
        try await eventually("version 8") { client.config.fetched?.templateVersion == 8 }
        try await eventually("the end of the fetches") { client.config.realtime.announced == nil }
        #expect(client.transport.requests.count == requests + 1)
        #expect(told.count == 0)
        #expect(!client.config.activate())
        #expect(activations.count == 0)
        #expect(client.config.active?.templateVersion == 8)
    }

    @Test("a server that lags behind is asked three times, and then the absence of news is reported")
    func lagging() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let told = Recorder<Told>()
        let observation = client.config.addOnConfigUpdateListener { told.record($0) }
        defer { observation.cancel() }
        for _ in 0..<3 { client.transport.add(200, #"{"state": "NO_CHANGE"}"#) }
        stream.send(#"{"latestTemplateVersionNumber": 8}"#)
        for _ in 0..<3 { _ = try await client.pauses.release() }
        let error = RealtimeError.notFetched(announced: 8, reason: "the service still has version 7")
        #expect(try await told.first(1) == [.failure(error)])
        let kinds = client.transport.requests.suffix(3).map { $0.headers["x-firebase-rc-fetch-type"] }
        #expect(kinds == ["REALTIME/1", "REALTIME/2", "REALTIME/3"])

        // The next notice begins anew.
        client.transport.addUpdate(#"{"color": "blue"}"#, version: 9)
        stream.send(#",{"latestTemplateVersionNumber": 9}"#)
        _ = try await client.pauses.release()
        #expect(try await told.first(2).last?.get().updatedKeys == ["color"])
    }

    @Test("a second try brings what the first did not")
    func secondTry() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let told = Recorder<Told>()
        let observation = client.config.addOnConfigUpdateListener { told.record($0) }
        defer { observation.cancel() }
        client.transport.add(failure: .connectionLost(host: "h"))
        client.transport.addUpdate(#"{"color": "blue"}"#, version: 8)
        stream.send(#"{"latestTemplateVersionNumber": 8}"#)
        for _ in 0..<2 { _ = try await client.pauses.release() }
        #expect(try await told.first(1).first?.get().updatedKeys == ["color"])
    }

    @Test("a service that wants rest is not asked again for a notice")
    func throttled() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let told = Recorder<Told>()
        let observation = client.config.addOnConfigUpdateListener { told.record($0) }
        defer { observation.cancel() }
        client.transport.add(429)
        stream.send(#"{"latestTemplateVersionNumber": 8}"#)
        _ = try await client.pauses.release()
        #expect(
            try await told.first(1)
                == [.failure(.notFetched(announced: 8, reason: "Remote Config returned 429"))])
        #expect(client.pauses.count == 0)
    }

    @Test("a service that announces more than it brings is asked more and more slowly")
    func announcingWithoutEnd() async throws {
        let client = try await ClientUnderTest.afterFirstFetch(fraction: 0)
        let stream = client.transport.addStream()
        let observation = client.config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        var waits: [Duration] = []
        for version in 8..<14 {
            stream.send("{\"latestTemplateVersionNumber\": \(version)},")
            try await eventually("the notice") { client.config.realtime.announced == Int64(version) }
            client.transport.add(200, #"{"state": "NO_CHANGE"}"#)
            waits.append(try await client.pauses.release())
        }
        #expect(waits == [.zero, .seconds(3), .seconds(6), .seconds(9), .seconds(12), .seconds(15)])
    }

    @Test("a transport without streams says so")
    func wholeAnswersOnly() async throws {
        let config = RemoteConfig(project: try ClientUnderTest.project(), transport: WholeAnswers())
        let observation = config.addOnConfigUpdateListener { _ in }
        defer { observation.cancel() }
        try await eventually("a status") {
            config.liveStatus
                == .unavailable(reason: "the transport of this client delivers only complete responses")
        }
    }

    @Test("updates can be iterated, until the service won't send any")
    func sequence() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        client.transport.addUpdate(#"{"color": "green"}"#, version: 8)
        let updates = client.config.configUpdates
        stream.send(#"[{"latestTemplateVersionNumber": 8}"#)
        async let released = client.pauses.release()
        var iterator = updates.makeAsyncIterator()
        #expect(try await iterator.next()?.updatedKeys == ["color"])
        _ = try await released
        stream.send(#",{"featureDisabled": true}]"#)
        await #expect(throws: RealtimeError.unavailable(reason: "they are turned off for this project")) {
            try await iterator.next()
        }
    }

    @Test("garbage in the stream is reported, and what follows it is heard")
    func garbage() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let stream = client.transport.addStream()
        let told = Recorder<Told>()
        let observation = client.config.addOnConfigUpdateListener { told.record($0) }
        defer { observation.cancel() }
        client.transport.addUpdate(#"{"color": "green"}"#, version: 8)
        stream.send(#"[oops,{"latestTemplateVersionNumber": 8}"#)
        _ = try await client.pauses.release()
        let elements = try await told.first(2)
        #expect(elements.first == .failure(.messageInvalid("unexpected 'o' between messages, at byte 1")))
        #expect(try elements.last?.get().updatedKeys == ["color"])
    }
}

private struct WholeAnswers: HTTPTransport {
    func send(_ request: TransportRequest) async throws -> TransportResponse { throw TransportError.offline }
}
