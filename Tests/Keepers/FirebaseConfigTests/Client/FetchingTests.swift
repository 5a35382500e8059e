import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("Fetching and activating", .inTurn, .timeLimit(.minutes(60)))
struct FetchingTests {
    @Test("a fetch says who asks and what it knows, and keeps the API key out of the URL")
    func request() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let first = try #require(client.transport.requests.last)
        #expect(first.method == .post)
        #expect(
            first.url.absoluteString == "http://127.0.0.1:1/v1/projects/demo-shop/namespaces/firebase:fetch")
        #expect(first.headers["x-goog-api-key"] == ClientUnderTest.apiKey)
        #expect(first.headers["x-goog-firebase-installations-auth"] == "token-1")
        #expect(first.headers["x-firebase-rc-fetch-type"] == "BASE/1")
        #expect(first.headers["if-none-match"] == nil)
        let body = try JSONValue(parsing: try #require(first.body)).object
        #expect(body?["appId"] == "1:123456789012:ios:0a1b2c")
        #expect(body?["appInstanceId"]?.string == sampleID)
        #expect(body?["appInstanceIdToken"] == "token-1")
        #expect(body?["appVersion"] == "1.0")
        #expect(body?["languageCode"] == "en")
        #expect(body?["customSignals"] == nil)

        client.context.value.customSignals = ["tier": "gold"]
        client.context.value.firstOpenTime = Date(timeIntervalSince1970: 1_772_323_200)
        client.transport.add(304)
        try await client.config.fetch(expiration: 0, kind: .realtime(attempt: 2), byHand: false)
        let second = try #require(client.transport.requests.last)
        #expect(second.headers["if-none-match"] == "etag-1")
        #expect(second.headers["x-firebase-rc-fetch-type"] == "REALTIME/2")
        let secondBody = try JSONValue(parsing: try #require(second.body)).object
        #expect(secondBody?["customSignals"] == ["tier": "gold"])
        #expect(secondBody?["firstOpenTime"] == "2026-03-01T00:00:00.000Z")
    }

    @Test("what was fetched is in use only after activation")
    func activation() async throws {
        let client = try ClientUnderTest()
        client.transport.addRegistration()
        client.transport.addUpdate(#"{"color": "red"}"#)
        client.config.setDefaults(["color": "blue", "size": "3"])
        #expect(client.config.lastFetchStatus == .noFetchYet)
        let outcome = try await client.config.fetch()
        #expect(outcome.status == .updated)
        #expect(outcome.httpStatus == 200)
        #expect(outcome.bytes == 72)
        #expect(client.config.lastFetchStatus == .success)
        #expect(client.config.lastFetchTime == client.clock.now)
        #expect(
            client.config.configValue(for: "color")
                == RemoteConfig.Value(stringValue: "blue", source: .default))
        #expect(client.config.activate())
        #expect(
            client.config.configValue(for: "color") == RemoteConfig.Value(stringValue: "red", source: .remote)
        )
        #expect(client.config.configValue(for: "size").source == .default)
        #expect(
            client.config.configValue(for: "none") == RemoteConfig.Value(stringValue: "", source: .static))
        #expect(client.config.keys() == ["color", "size"])
        #expect(!client.config.activate())
    }

    @Test("activations are reported with their set, once each")
    func observers() async throws {
        let client = try ClientUnderTest()
        client.transport.addRegistration()
        client.transport.addUpdate()
        client.transport.add(200, #"{"state": "NO_CHANGE"}"#)
        let log = Recorder<FetchedConfig>()
        let observation = client.config.observeActivations { log.record($0) }
        for _ in 0..<2 { try await client.config.fetchAndActivate(expiration: 0, kind: .base, byHand: false) }
        #expect(log.elements.map(\.entries) == [["color": "red"]])
        observation.cancel()
    }

    @Test("within the minimum interval nothing is sent, after it a fetch is")
    func minimumInterval() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.clock.advance(by: 12 * 3600 - 1)
        #expect(try await client.config.fetch().status == .cached)
        client.clock.advance(by: 1)
        client.transport.add(200, #"{"state": "NO_CHANGE"}"#)
        #expect(try await client.config.fetch().status == .unchanged)
        #expect(client.transport.requests.count == 3)
        // A good answer without change starts the interval anew.
        #expect(try await client.config.fetch().status == .cached)
    }

    @Test("another language asks immediately")
    func contextChange() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.context.value.languageCode = "de"
        client.transport.addUpdate(#"{"color": "rot"}"#, etag: "etag-de")
        #expect(try await client.config.fetch().status == .updated)
        #expect(try await client.config.fetch().status == .cached)
    }

    @Test("a failure keeps the last good set and its tag", arguments: Failure.all)
    func failures(failure: Failure) async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.add(failure.step)
        await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetchAndActivate(expiration: 0, kind: .base, byHand: false)
        }
        #expect(client.config.lastFetchStatus == .failure)
        #expect(client.config.configValue(for: "color").stringValue == "red")
        #expect(client.config.fetched?.etag == "etag-1")

        // The network or the answer was at fault: nothing holds the next fetch back.
        client.transport.addUpdate(#"{"color": "green"}"#, etag: "etag-2")
        try await client.config.fetchAndActivate(expiration: 0, kind: .base, byHand: false)
        #expect(client.config.configValue(for: "color").stringValue == "green")
    }

    @Test("an emptied template empties the set in use", arguments: ["EMPTY_CONFIG", "NO_TEMPLATE"])
    func emptied(state: String) async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.add(200, #"{"state": "\#(state)"}"#, headers: ["etag": "etag-e"])
        let result = try await client.config.fetchAndActivate(expiration: 0, kind: .base, byHand: false)
        #expect(result.activated)
        #expect(result.outcome.status == (state == "EMPTY_CONFIG" ? .empty : .noTemplate))
        #expect(client.config.configValue(for: "color").source == .static)
        client.transport.add(304)
        try await client.config.fetch(withExpirationDuration: 0)
        #expect(client.transport.requests.last?.headers["if-none-match"] == "etag-e")
    }

    @Test(
        "a time of day that is set ahead or back makes no wait shorter or longer", arguments: [86400, -86400])
    func clockWasSet(by seconds: TimeInterval) async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.add(429)
        _ = try? await client.config.fetch(withExpirationDuration: 0)
        client.clock.set(by: seconds)
        #expect(try await client.config.fetch(withExpirationDuration: 60).status == .cached)
        let held = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(withExpirationDuration: 0)
        }
        #expect(held?.nextAttempt == client.clock.now + 120)
        client.clock.set(by: -seconds)
        client.clock.advance(by: 120)
        client.transport.add(200, #"{"state": "NO_CHANGE"}"#)
        try await client.config.fetch(withExpirationDuration: 0)
    }

    @Test("a 429 holds back all fetches until the time that it gives")
    func throttled() async throws {
        let client = try await ClientUnderTest.afterFirstFetch(fraction: 0.75)
        client.transport.add(429, #"{"error": {"status": "RESOURCE_EXHAUSTED"}}"#)
        let refused = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(withExpirationDuration: 0)
        }
        #expect(refused?.nextAttempt == client.clock.now + 150)
        #expect(client.config.lastFetchStatus == .failure)

        client.clock.advance(by: 149)
        let held = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(expiration: 0, kind: .base, byHand: true)
        }
        #expect(held?.nextAttempt == client.clock.now + 1)
        #expect(held?.reason == "waiting because Remote Config returned 429 RESOURCE_EXHAUSTED")
        #expect(client.config.lastFetchStatus == .throttled)
        #expect(client.transport.requests.count == 3)

        client.clock.advance(by: 1)
        client.transport.add(503)
        let second = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(withExpirationDuration: 0)
        }
        #expect(second?.nextAttempt == client.clock.now + 300)

        client.clock.advance(by: 300)
        client.transport.add(200, #"{"state": "NO_CHANGE"}"#)
        try await client.config.fetch(withExpirationDuration: 0)
        client.transport.add(500)
        let afterSuccess = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(withExpirationDuration: 0)
        }
        #expect(afterSuccess?.nextAttempt == client.clock.now + 150)
    }

    @Test("Retry-After decides how long")
    func retryAfter() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.add(503, headers: ["Retry-After": "5"])
        let refused = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(withExpirationDuration: 0)
        }
        #expect(refused?.nextAttempt == client.clock.now + 5.5)
        #expect(refused?.description.hasSuffix("next try not before 2026-02-02T02:40:05Z") == true)
    }

    @Test("a refusal that waiting cannot cure holds nothing back", arguments: [400, 403, 404])
    func incurable(status: Int) async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.add(status)
        let refused = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(withExpirationDuration: 0)
        }
        #expect(refused?.nextAttempt == nil)
        client.transport.add(304)
        #expect(try await client.config.fetch(withExpirationDuration: 0).status == .unchanged)
    }

    @Test("a token revoked before its time is renewed once and the fetch sent again")
    func revokedToken() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.transport.add(401)
        client.transport.add(200, #"{"token": "token-2", "expiresIn": "604800s"}"#)
        client.transport.addUpdate()
        #expect(try await client.config.fetch(withExpirationDuration: 0).status == .updated)
        #expect(client.transport.requests.last?.headers["x-goog-firebase-installations-auth"] == "token-2")

        client.transport.add(401)
        client.transport.add(200, #"{"token": "token-3", "expiresIn": "604800s"}"#)
        client.transport.add(401)
        let refused = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(withExpirationDuration: 0)
        }
        #expect(refused?.httpStatus == 401)
    }

    @Test("an unreachable installations service fails the fetch in its own name")
    func installationsDown() async throws {
        let client = try ClientUnderTest()
        client.transport.add(failure: .connectionRefused(host: "127.0.0.1", port: 1))
        let error = await #expect(throws: FirebaseFetchError.self) { try await client.config.fetch() }
        #expect(
            error?.description
                == "Firebase Installations: 127.0.0.1:1 refused the connection or cannot be reached")
    }

    @Test("concurrent fetches share one request")
    func shared() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let gate = Gate()
        client.transport.add { _ in
            await gate.wait()
            return TransportResponse(status: 304)
        }
        try await withThrowingTaskGroup(of: FetchOutcome.self) { group in
            for _ in 0..<20 { group.addTask { try await client.config.fetch(withExpirationDuration: 0) } }
            try await eventually("all callers") { client.config.flight.callerCount == 20 }
            await gate.open()
            for try await outcome in group { #expect(outcome.status == .unchanged) }
        }
        #expect(client.transport.requests.count == 3)
    }

    @Test("no error ever holds the API key or a token")
    func secrets() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        let message = "Consumer 'api_key:\(ClientUnderTest.apiKey)' is suspended"
        client.transport.add(403, #"{"error": {"message": "\#(message)", "status": "PERMISSION_DENIED"}}"#)
        let error = await #expect(throws: FirebaseFetchError.self) {
            try await client.config.fetch(withExpirationDuration: 0)
        }
        var text = "\(String(describing: error)) \(String(reflecting: error))"
        dump(error, to: &text)
        #expect(text.contains("api_key:(hidden)"))
        #expect(!text.contains(ClientUnderTest.apiKey))
        #expect(!text.contains("token-1"))
    }
}

/// A way in which a fetch can fail without the service asking for rest.
struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let step: ScriptedTransport.Step

    static let all: [Failure] =
        [
            TransportError.offline, .hostNotFound(host: "h"), .connectionRefused(host: "h", port: 1),
            .timedOut(after: .seconds(60), host: "h"), .connectionLost(host: "h"),
            .bodyTooLarge(limit: 5, host: "h"), .insecure(host: "h", reason: "expired"),
        ].map { error in Failure(testDescription: "\(error)") { _ in throw error } }
        + [
            "", "<html></html>", #"{"state": "UPDATE", "entries": {"color": "gre"#, "[]", "{}",
            #"{"state": "UPDATE", "entries": {"color": 5}}"#, #"{"state": "UPDATE", "entries": []}"#,
            #"{"state": "INSTANCE_STATE_UNSPECIFIED"}"#, #"{"error": {"code": 403, "message": "No"}}"#,
        ].map { body in
            Failure(testDescription: body) { _ in TransportResponse(status: 200, body: Array(body.utf8)) }
        }
}
