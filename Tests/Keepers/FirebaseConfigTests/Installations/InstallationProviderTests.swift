import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("Installations", .inTurn)
struct InstallationProviderTests {
    let transport = ScriptedTransport()
    let clock = ManualClock(testTime)
    let pauses = Recorder<Duration>()
    let saved = SavedInstallation()

    func provider(_ installation: Installation? = nil) throws -> InstallationProvider {
        let clock = clock
        let saved = saved
        return InstallationProvider(
            client: InstallationClient(
                project: try ClientUnderTest.project(), base: try base("http://127.0.0.1:1/"),
                transport: transport,
                now: { clock.now }),
            installation: installation, clocks: clock.clocks, randomness: .seeded(1),
            pause: { [pauses] in pauses.record($0) },
            save: { installation in saved.box.withLock { $0 = installation } })
    }

    func known(expiresIn lifetime: TimeInterval = 604_800) throws -> Installation {
        Installation(
            id: try #require(InstallationID(sampleID)), refreshToken: "refresh-0",
            token: InstallationToken(text: "token-0", issuedAt: clock.now, lifetime: lifetime))
    }

    func body(_ index: Int) throws -> JSONValue {
        try JSONValue(parsing: try #require(transport.requests[index].body))
    }

    @Test("a first start registers, and the service's choice of id wins")
    func register() async throws {
        transport.addRegistration(fid: "dAbCdEfGhIjKlMnOpQrStU")
        let installation = try await provider().ready(byHand: false)
        #expect(installation.id.text == "dAbCdEfGhIjKlMnOpQrStU")
        #expect(installation.token.text == "token-1")
        #expect(installation.token.expiresAt == clock.now + 604_800)
        #expect(saved.installation == installation)

        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "http://127.0.0.1:1/v1/projects/demo-shop/installations")
        #expect(request.headers["X-Goog-Api-Key"] == ClientUnderTest.apiKey)
        let proposed = try body(0).object
        #expect(proposed?["authVersion"] == "FIS_v2")
        #expect(proposed?["appId"] == "1:123456789012:ios:0a1b2c")
        #expect(proposed?["fid"]?.string.flatMap(InstallationID.init) != nil)
    }

    @Test("a fresh token is used without a request")
    func fresh() async throws {
        let installation = try known()
        #expect(try await provider(installation).ready(byHand: false) == installation)
        #expect(transport.requests.isEmpty)
    }

    @Test("a token with less than an hour to live is renewed")
    func renewal() async throws {
        let installation = try known()
        let provider = try provider(installation)
        clock.advance(by: 604_800 - 3600)
        #expect(try await provider.ready(byHand: false).token.text == "token-0")
        clock.advance(by: 1)
        transport.add(200, #"{"token": "token-2", "expiresIn": "604800s"}"#)
        #expect(try await provider.ready(byHand: false).token.text == "token-2")
        #expect(saved.installation?.token.text == "token-2")
        #expect(saved.installation?.refreshToken == "refresh-0")
        let request = try #require(transport.requests.first)
        #expect(
            request.url.absoluteString
                == "http://127.0.0.1:1/v1/projects/demo-shop/installations/\(sampleID)/authTokens:generate")
        #expect(request.headers["authorization"] == "FIS_v2 refresh-0")
        #expect(try body(0).object?["installation"]?.object?["appId"] == "1:123456789012:ios:0a1b2c")
    }

    @Test("a clock moved back to before the token's issue has it renewed")
    func clockMovedBack() async throws {
        let provider = try provider(try known())
        clock.advance(by: -1)
        transport.add(200, #"{"token": "token-2", "expiresIn": "604800s"}"#)
        #expect(try await provider.ready(byHand: false).token.text == "token-2")
    }

    @Test("an installation that the service has forgotten is registered again", arguments: [401, 404])
    func forgotten(status: Int) async throws {
        let provider = try provider(try known(expiresIn: 60))
        transport.add(status, #"{"error": {"status": "NOT_FOUND"}}"#)
        transport.addRegistration()
        #expect(try await provider.ready(byHand: false).token.text == "token-1")
        #expect(transport.requests.count == 2)
    }

    @Test("a taken id is replaced by a new one, three proposals in all")
    func taken() async throws {
        transport.add(409)
        transport.add(409)
        transport.addRegistration()
        _ = try await provider().ready(byHand: false)
        let proposals = try (0..<3).map { try body($0).object?["fid"]?.string }
        #expect(Set(proposals).count == 3)

        for _ in 0..<3 { transport.add(409) }
        let other = try provider()
        await #expect(throws: FirebaseFetchError.self) { try await other.ready(byHand: false) }
        #expect(transport.requests.count == 6)
    }

    @Test("a service that stumbles is asked again soon, but not immediately")
    func stumble() async throws {
        transport.add(500)
        transport.addRegistration()
        #expect(try await provider().ready(byHand: false).token.text == "token-1")
        #expect(pauses.count == 1)
        #expect(pauses.elements.allSatisfy { Duration.milliseconds(500) <= $0 && $0 < .milliseconds(1500) })
    }

    @Test("a refused registration says when the next try is, and no request is sent before")
    func refusedRegistration() async throws {
        let provider = try provider()
        transport.add(403, #"{"error": {"status": "PERMISSION_DENIED", "message": "Not enabled"}}"#)
        let refused = await #expect(throws: FirebaseFetchError.self) {
            try await provider.ready(byHand: false)
        }
        #expect(refused?.nextAttempt == clock.now + 86400)
        #expect(refused?.reason == "Firebase Installations returned 403 PERMISSION_DENIED: Not enabled")

        let held = await #expect(throws: FirebaseFetchError.self) { try await provider.ready(byHand: false) }
        #expect(held?.nextAttempt == clock.now + 86400)
        #expect(transport.requests.count == 1)

        transport.addRegistration()
        #expect(try await provider.ready(byHand: true).token.text == "token-1")
    }

    @Test("while the service is away an old token that still lives serves")
    func oldToken() async throws {
        let provider = try provider(try known(expiresIn: 600))
        transport.add(failure: .offline)
        #expect(try await provider.ready(byHand: false).token.text == "token-0")
        transport.add(503)
        transport.add(503)
        #expect(try await provider.ready(byHand: false).token.text == "token-0")
        // Held off now: still served, without a request.
        #expect(try await provider.ready(byHand: false).token.text == "token-0")
        #expect(transport.requests.count == 3)
        clock.advance(by: 601)
        transport.add(failure: .offline)
        await #expect(throws: FirebaseFetchError.unreachable(.installations, .offline)) {
            try await provider.ready(byHand: false)
        }
    }

    @Test(
        "an answer that is not as the protocol says is an error that names the member",
        arguments: [
            (
                #"{"fid": "short", "refreshToken": "r", "authToken": {"token": "t", "expiresIn": "1s"}}"#,
                "fid"
            ),
            (#"{"authToken": {"token": "t", "expiresIn": "1s"}}"#, "refreshToken"),
            (#"{"refreshToken": "a\r\nb", "authToken": {"token": "t", "expiresIn": "1s"}}"#, "refreshToken"),
            (#"{"refreshToken": "r"}"#, "expiresIn"),
            (#"{"refreshToken": "r", "authToken": {"token": "t", "expiresIn": "1h"}}"#, "expiresIn"),
            (#"{"refreshToken": "r", "authToken": {"expiresIn": "100s"}}"#, "token"),
            ("<html>", "not JSON"), ("[]", "object"),
        ])
    func invalid(body: String, words: String) async throws {
        transport.add(200, body)
        let provider = try provider()
        let error = await #expect(throws: FirebaseFetchError.self) { try await provider.ready(byHand: false) }
        #expect(error?.description.contains(words) == true)
    }

    @Test("concurrent callers share one registration")
    func shared() async throws {
        let gate = Gate()
        let transport = transport
        transport.add { _ in
            await gate.wait()
            return TransportResponse(
                status: 200,
                body: Array(
                    #"{"refreshToken": "r", "authToken": {"token": "t", "expiresIn": "604800s"}}"#.utf8))
        }
        let provider = try provider()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await provider.ready(byHand: false).token.text } }
            await gate.open()
            for try await text in group { #expect(text == "t") }
        }
        #expect(transport.requests.count == 1)
    }

    @Test("secrets stay out of descriptions and dumps")
    func secrets() throws {
        let installation = try known()
        var text = "\(installation) \(installation.token) \(String(reflecting: installation))"
        dump(installation, to: &text)
        dump(try ClientUnderTest.project(), to: &text)
        dump(HeaderFields(dictionaryLiteral: ("X-Goog-Api-Key", ClientUnderTest.apiKey)), to: &text)
        for secret in ["refresh-0", "token-0", ClientUnderTest.apiKey] { #expect(!text.contains(secret)) }
    }
}

final class SavedInstallation: Sendable {
    let box = Mutex<Installation?>(nil)
    var installation: Installation? { box.withLock { $0 } }
}
