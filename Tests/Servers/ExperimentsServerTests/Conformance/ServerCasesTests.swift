import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite(
    "The recorded conversations with a server of OFREP", .inTurn, .timeLimit(.minutes(60)),
    .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct ServerCasesTests {
    @Test("come out as recorded, without a network", arguments: ServerCase.all)
    func pure(_ recorded: ServerCase) async throws {
        // What is too large never reaches what answers.
        guard !recorded.steps.contains(where: { $0["request"]?["bytes"] != nil }) else { return }
        let fixture = try await ServedFixture(ServerCase.files)
        let configuration = try Self.configuration(recorded.server)
        let responder = ServerResponder([EvaluationPart([fixture.source], configuration)], configuration) {
            _ in
        }
        func send(_ method: String, _ target: String, _ headers: HeaderFields, _ body: [UInt8]) async
            -> ServedResponse
        {
            let parts = target.split(separator: "?", maxSplits: 1)
            let items = (parts.dropFirst().first ?? "").split(separator: "&").map { $0.split(separator: "=") }
            let query = Dictionary(items.map { (String($0[0]), String($0.last ?? "")) }) { $1 }
            return await responder.respond(
                to: ServedRequest(
                    method: method, path: String(parts[0]), query: query, headers: headers, body: body))
        }
        let conversation = ServerConversation(fixture) { method, target, headers, body in
            let answer = await send(method, target, headers, body)
            return ClientAnswer(status: answer.status, headers: answer.headers, body: answer.body)
        } listen: { path in
            let answer = await send("GET", path, [:], [])
            let stream = try #require(answer.stream as? EventSubscription)
            return (
                ClientAnswer(status: answer.status, headers: answer.headers, body: []),
                SubscribedEvents(stream)
            )
        }
        try await conversation.hold(recorded.steps)
    }

    @Test("come out as recorded, over a connection", arguments: ServerCase.all)
    func connected(_ recorded: ServerCase) async throws {
        let fixture = try await ServedFixture(ServerCase.files)
        let configuration = try Self.configuration(recorded.server)
        let server = ExperimentsServer(
            configuration, parts: [EvaluationPart([fixture.source], configuration)])
        let port = UInt16(try #require(try await server.start().port))
        let conversation = ServerConversation(fixture) { method, target, headers, body in
            try await ConnectedClient.answer(port, method, target, headers, body)
        } listen: { path in
            try await ConnectedClient.listen(port, path)
        }
        try await conversation.hold(recorded.steps)
        await server.stop()
    }

    static func configuration(_ server: String) throws -> ServerConfiguration {
        var configuration = ServerConfiguration(drainPatience: .milliseconds(100))
        switch server {
        case "token": configuration.token = ServerToken("s3cret")
        case "cors": configuration.webPages.origins = [try #require(WebOrigin("https://app.example"))]
        case "public": configuration.webPages.acceptsAllOrigins = true
        case "limited":
            configuration.faults = [try FaultText(parsing: "any/429,retry-after=30").fault]
        default: #expect(server == "plain")
        }
        return configuration
    }
}

/// The events of a stream in this process.
final class SubscribedEvents: ServerEvents {
    private var pieces: EventSubscription.AsyncIterator
    private var text = ""

    init(_ subscription: EventSubscription) {
        pieces = subscription.makeAsyncIterator()
    }

    func next() async throws -> JSONValue? {
        while let piece = await pieces.next() {
            if let data = try EventText.data(of: String(decoding: piece, as: UTF8.self)) { return data }
        }
        return nil
    }
}

/// Reads events as `EventSource` does, as far as these tests need it.
enum EventText {
    /// The data of an event; nil for one that says nothing.
    static func data(of event: String) throws -> JSONValue? {
        let lines = event.split(separator: "\n").filter { $0.hasPrefix("data: ") }
        return try lines.first.map { try JSONValue(parsing: String($0.dropFirst("data: ".count))) }
    }
}
