import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Requests of any kind", .inTurn)
struct EvaluationFuzzTests {
    private static let pieces = [
        "/", "//", "ofrep", "v1", "evaluate", "flags", "events", "/ofrep/v1/evaluate/flags",
        "/ofrep/v1/events", "file",
        "on", "%2F", "..", "%00", "%ff", "%", "é", " ", "?", "health", "metrics", "\u{301}", "a\r\nb",
    ]
    private static let values = [
        "*", "\"", "W/\"x\"", "", "ktor-client", "Bearer s3cret", "Bearer ", "s3cret", "file",
        "https://a.example",
        "null", "127.0.0.1", "evil.example", "\u{1b}[31m", "same-origin", "cross-site", ",,,",
    ]
    private static let names = [
        "if-none-match", "authorization", "x-api-key", "x-experiments-source", "origin", "host", "user-agent",
        "last-event-id", "sec-fetch-site", "access-control-request-method",
    ]
    private static let bodies = [
        "", "{}", "[]", "{", "null", #"{"context":{"targetingKey":"u"}}"#, #"{"context":7}"#, "\u{0}", "é",
    ]

    @Test("get a status that the protocol knows, and details wherever they fail")
    func anything() async throws {
        var generator = SeededGenerator(seed: 1502)
        let fixture = try await ServedFixture.shop()
        for token in [nil, ServerToken("s3cret")] {
            let configuration = ServerConfiguration(token: token)
            let part = EvaluationPart([fixture.source], configuration)
            let responder = ServerResponder(
                [part, StatusPart(parts: [part], counts: RequestCounts())], configuration
            ) { _ in }
            for _ in 0..<1500 { try await check(responder, &generator) }
        }
    }

    private func check(_ responder: ServerResponder, _ generator: inout SeededGenerator) async throws {
        func any(_ list: [String]) -> String { list.randomElement(using: &generator) ?? "" }
        var headers = HeaderFields()
        for _ in 0..<Int.random(in: 0...3, using: &generator) { headers[any(Self.names)] = any(Self.values) }
        let path = "/" + (0..<Int.random(in: 1...4, using: &generator)).map { _ in any(Self.pieces) }.joined()
        let request = ServedRequest(
            method: any(["GET", "POST", "OPTIONS", "DELETE", "HEAD", ""]), path: path,
            query: [any(["key", "flagConfigEtag", ""]): any(Self.values)], headers: headers,
            body: Array(any(Self.bodies).utf8))
        let response = await responder.respond(to: request)
        #expect([200, 204, 304, 400, 401, 403, 404, 405, 421].contains(response.status), "\(request)")
        guard response.status >= 400 else { return }
        let body = try #require(JSONValue(parsing: response.body).object, "\(request)")
        #expect(body["errorDetails"]?.string?.isEmpty == false, "\(request)")
        #expect(body["metadata"]?.object != nil, "\(request)")
    }
}
