import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing
import ThrowawayKeys

@testable import GoogleServiceAccount

@Suite("The access tokens of a service account", .inTurn, .timeLimit(.minutes(60)))
struct TokenSourceTests {
    private let scopes = [GoogleScope.remoteConfig]
    private let pauses = Recorder<Duration>()
    private let clock = ManualClock(Date(timeIntervalSince1970: 1_770_000_000))

    private func source(_ endpoint: TokenEndpoint) throws -> ServiceAccountTokenSource {
        ServiceAccountTokenSource(
            key: try Keys.pair().key, transport: endpoint, timeout: .seconds(30), clocks: clock.clocks,
            fraction: { 0.25 },
            pause: { [pauses] in pauses.record($0) })
    }

    private func failure(_ endpoint: TokenEndpoint) async throws -> AccessTokenError? {
        let source = try source(endpoint)
        return await #expect(throws: AccessTokenError.self) {
            _ = try await source.accessToken(scopes: scopes)
        }
    }

    @Test("are exchanged for a signed assertion at the key's token endpoint")
    func exchange() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.token("ya29.a")])
        let token = try await source(endpoint).accessToken(scopes: scopes)
        #expect(token.text == "ya29.a")
        #expect(token.expiresAt == clock.now.addingTimeInterval(3599))
        let request = try #require(endpoint.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://oauth2.googleapis.com/token")
        #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        let prefix = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
        #expect(body.hasPrefix(prefix))
        let opened = try #require(try Keys.shared.get().opened(String(body.dropFirst(prefix.count))))
        #expect(opened.claims["iat"]?.int == 1_770_000_000)
    }

    @Test("are kept while they are fresh, and renewed some minutes before their end")
    func renewal() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.token("a"), TokenEndpoint.token("b")])
        let source = try source(endpoint)
        #expect(try await source.accessToken(scopes: scopes).text == "a")
        clock.advance(by: 3599 - 225)
        #expect(try await source.accessToken(scopes: scopes).text == "a")
        clock.advance(by: 1)
        #expect(try await source.accessToken(scopes: scopes).text == "b")
        #expect(endpoint.requests.count == 2)
    }

    @Test("that live for a short time are kept for most of it")
    func shortLife() async throws {
        let endpoint = await TokenEndpoint([
            TokenEndpoint.token("a", lifetime: 60), TokenEndpoint.token("b", lifetime: 60),
        ])
        let source = try source(endpoint)
        _ = try await source.accessToken(scopes: scopes)
        clock.advance(by: 48)
        #expect(try await source.accessToken(scopes: scopes).text == "a")
        clock.advance(by: 1)
        #expect(try await source.accessToken(scopes: scopes).text == "b")
    }

    @Test("are kept as long if the time of day is set ahead or back", arguments: [86400, -86400])
    func clockWasSet(by seconds: TimeInterval) async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.token("a"), TokenEndpoint.token("b")])
        let source = try source(endpoint)
        _ = try await source.accessToken(scopes: scopes)
        clock.set(by: seconds)
        #expect(try await source.accessToken(scopes: scopes).text == "a")
        clock.advance(by: 3599)
        #expect(try await source.accessToken(scopes: scopes).text == "b")
    }

    @Test("that a service refused are replaced immediately")
    func refusedToken() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.token("a"), TokenEndpoint.token("b")])
        let source = try source(endpoint)
        _ = try await source.accessToken(scopes: scopes)
        await source.discardAccessTokens()
        #expect(try await source.accessToken(scopes: scopes).text == "b")
        #expect(try await source.accessToken(scopes: scopes).text == "b")
        #expect(endpoint.requests.count == 2)
    }

    @Test("of other scopes are other tokens")
    func scopesApart() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.token("a"), TokenEndpoint.token("b")])
        let source = try source(endpoint)
        #expect(try await source.accessToken(scopes: ["x", "y"]).text == "a")
        #expect(try await source.accessToken(scopes: ["x"]).text == "b")
        #expect(try await source.accessToken(scopes: ["y", "x"]).text == "a")
    }

    @Test("come from one exchange for all who ask at the same time")
    func sharing() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.token("a")], opened: false)
        let source = try source(endpoint)
        let scopes = scopes
        async let first = source.accessToken(scopes: scopes)
        async let second = source.accessToken(scopes: scopes)
        try await eventually("a request") { !endpoint.requests.isEmpty }
        await endpoint.gate.open()
        #expect(try await [first.text, second.text] == ["a", "a"])
        #expect(endpoint.requests.count == 1)
    }

    @Test("that still live are used while the endpoint is away")
    func outage() async throws {
        let endpoint = await TokenEndpoint([
            TokenEndpoint.token("a"), .failure(.offline), .failure(.offline), TokenEndpoint.token("b"),
        ])
        let source = try source(endpoint)
        _ = try await source.accessToken(scopes: scopes)
        clock.advance(by: 3500)
        #expect(try await source.accessToken(scopes: scopes).text == "a")
        clock.advance(by: 99)
        let error = await #expect(throws: AccessTokenError.self) {
            _ = try await source.accessToken(scopes: scopes)
        }
        #expect(error == .unreachable(.offline))
        #expect(try await source.accessToken(scopes: scopes).text == "b")
    }

    @Test("are asked for again after a server error, but not immediately")
    func serverError() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.answer(503, ""), TokenEndpoint.token("a")])
        #expect(try await source(endpoint).accessToken(scopes: scopes).text == "a")
        #expect(pauses.elements == [.milliseconds(750)])
    }

    @Test(
        "are not asked for again before the endpoint wants to be, and that is reported",
        arguments: [429, 503])
    func retryAfter(status: Int) async throws {
        let endpoint = await TokenEndpoint([
            TokenEndpoint.answer(status, "", headers: ["retry-after": "90"]), TokenEndpoint.token("a"),
        ])
        let source = try source(endpoint)
        for seconds in [0.0, 89] {
            clock.advance(by: seconds)
            let error = await #expect(throws: AccessTokenError.self) {
                _ = try await source.accessToken(scopes: scopes)
            }
            #expect(error?.advice == "try again in 1m30s")
        }
        #expect(endpoint.requests.count == 1 && pauses.elements.isEmpty)
        clock.advance(by: 1)
        #expect(try await source.accessToken(scopes: scopes).text == "a")
    }

    @Test(
        "are asked for again after the wait, if the time of day is set ahead or back",
        arguments: [86400, -86400])
    func retryAfterAndClockWasSet(by seconds: TimeInterval) async throws {
        let endpoint = await TokenEndpoint([
            TokenEndpoint.answer(429, "", headers: ["retry-after": "90"]), TokenEndpoint.token("a"),
        ])
        let source = try source(endpoint)
        _ = try? await source.accessToken(scopes: scopes)
        clock.set(by: seconds)
        await #expect(throws: AccessTokenError.self) { try await source.accessToken(scopes: scopes) }
        clock.advance(by: 90)
        #expect(try await source.accessToken(scopes: scopes).text == "a")
    }

    @Test("that are discarded while a new one is asked for in vain are not used any more")
    func discardedMeanwhile() async throws {
        let endpoint = SlowSecondAnswer(
            endpoint: await TokenEndpoint([TokenEndpoint.token("a"), .failure(.offline)]))
        let source = ServiceAccountTokenSource(
            key: try Keys.pair().key, transport: endpoint, now: clock.reading)
        let scopes = scopes
        _ = try await source.accessToken(scopes: scopes)
        clock.advance(by: 3500)
        let asking = Task { try await source.accessToken(scopes: scopes) }
        try await eventually("the second request") { endpoint.asked.count == 2 }
        await source.discardAccessTokens()
        await endpoint.gate.open()
        await #expect(throws: AccessTokenError.unreachable(.offline)) { try await asking.value }
    }

    @Test("do not show their text")
    func secrecy() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.token("ya29.secret")])
        let token = try await source(endpoint).accessToken(scopes: scopes)
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains("ya29")) }
    }

    @Test("refused with invalid_grant say what to do")
    func invalidGrant() async throws {
        let body = #"{"error": "invalid_grant", "error_description": "Invalid JWT Signature."}"#
        let endpoint = await TokenEndpoint([TokenEndpoint.answer(400, body)])
        let error = try #require(try await failure(endpoint))
        #expect(
            error.message
                == "no access token: oauth2.googleapis.com returned 400 invalid_grant: Invalid JWT Signature."
        )
        #expect(error.advice?.contains("deleted") == true)
        #expect(endpoint.requests.count == 1)
    }

    @Test("refused because of a wrong clock say how wrong it is")
    func wrongClock() async throws {
        let date = HTTPDate.text(of: clock.now.addingTimeInterval(-7200))
        let body =
            #"{"error": "invalid_grant", "error_description": "Invalid JWT: Token must be a short-lived token"}"#
        let endpoint = await TokenEndpoint([TokenEndpoint.answer(400, body, headers: ["date": date])])
        #expect(try await failure(endpoint)?.advice == "this machine's clock is 2h ahead; set it")
    }

    @Test("refused with the assertion quoted do not show it")
    func quotedAssertion() async throws {
        let echo = EchoingEndpoint()
        let source = ServiceAccountTokenSource(key: try Keys.pair().key, transport: echo, now: clock.reading)
        let error = await #expect(throws: AccessTokenError.self) {
            _ = try await source.accessToken(scopes: scopes)
        }
        #expect(error?.message.hasSuffix("assertion=(hidden)") == true, "\(String(describing: error))")
    }

    @Test(
        "in an answer that does not follow the protocol are an error that says what is wrong",
        arguments: [
            ("", "is not a JSON object"), ("[]", "is not a JSON object"), ("{}", "\"access_token\""),
            (#"{"access_token": "a\r\nx: y", "expires_in": 1}"#, "\"access_token\""),
            (
                #"{"access_token": "a", "expires_in": 1, "token_type": "MAC"}"#,
                "a token whose type is not Bearer"
            ),
            (#"{"access_token": "a"}"#, "\"expires_in\""),
            (#"{"access_token": "a", "expires_in": -5}"#, "expires_in"),
            (#"{"access_token": "a", "expires_in": 1e999}"#, "expires_in"),
        ])
    func invalidAnswers(body: String, words: String) async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.answer(200, body)])
        let error = try #require(try await failure(endpoint))
        #expect(error.message.hasPrefix("no access token: the response of oauth2.googleapis.com "))
        #expect(error.message.contains(words), "\(error)")
    }

    @Test("whose life is reported as a text or is beyond belief are taken still")
    func lifetimes() async throws {
        let endpoint = await TokenEndpoint([
            TokenEndpoint.answer(200, #"{"access_token": "a", "expires_in": "3599"}"#)
        ])
        #expect(
            try await source(endpoint).accessToken(scopes: scopes).expiresAt
                == clock.now.addingTimeInterval(3599))
        let long = await TokenEndpoint([TokenEndpoint.token("a", lifetime: 10_000_000)])
        #expect(
            try await source(long).accessToken(scopes: scopes).expiresAt
                == clock.now.addingTimeInterval(86400))
    }
}

/// Holds back all answers but the first until the gate is opened.
private struct SlowSecondAnswer: HTTPTransport {
    let endpoint: TokenEndpoint
    let asked = Recorder<URL>()
    let gate = Gate()

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        asked.record(request.url)
        if asked.count > 1 { await gate.wait() }
        return try await endpoint.send(request)
    }
}

/// Refuses, and quotes what it was sent.
private struct EchoingEndpoint: HTTPTransport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let quoted = String(decoding: request.body ?? [], as: UTF8.self).suffix(while: { $0 != "&" })
        let body = #"{"error": "invalid_request", "error_description": "bad \#(quoted)"}"#
        return TransportResponse(status: 400, body: Array(body.utf8))
    }
}

extension String {
    fileprivate func suffix(while predicate: (Character) -> Bool) -> Substring {
        self[(lastIndex { !predicate($0) }.map { index(after: $0) } ?? startIndex)...]
    }
}
