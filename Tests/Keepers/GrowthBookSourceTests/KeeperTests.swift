import ExperimentsCore
import ExperimentsTransport
import Foundation
import GrowthBookFeatures
import TestSupport
import Testing

@testable import GrowthBookSource

@Suite("A keeper of a GrowthBook payload", .inTurn)
struct KeeperTests {
    private static let payload = """
        {"status": 200, "dateUpdated": "2026-11-22T12:00:00Z", "features": {
          "checkout": {"defaultValue": "old", "rules": [
            {"id": "fr_1", "condition": {"plan": "pro"}, "force": "new"},
            {"key": "exp", "variations": ["a", "b"], "hashAttribute": "id", "meta": [{"key": "c"}, {"key": "t"}]}]},
          "banner": {}}}
        """

    private func server(_ transport: ScriptedServer, keptAt: String? = nil, listens: Bool = false) throws
        -> GrowthBookRemoteConfigKeeper
    {
        let host = try #require(URL(string: "http://127.0.0.1:3100"))
        return GrowthBookRemoteConfigKeeper(
            .server(GrowthBookServer(host: host, clientKey: "sdk-1")),
            context: EvaluationContext(attributes: JSONObject(distinct: [.init(name: "id", value: "2")])),
            keptAt: keptAt, listens: listens, transport: transport, now: { Date(timeIntervalSince1970: 0) })
    }

    @Test("A file's features are keys, with the experiment that gave each value")
    func file() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.payload, to: "features.json")
        let keeper = GrowthBookRemoteConfigKeeper(
            .file(path: path, shownAs: "features.json"),
            context: EvaluationContext(attributes: JSONObject(distinct: [.init(name: "id", value: "2")])))
        #expect(try await keeper.fetch(.manual).status == .updated)
        #expect(keeper.snapshot.entries["checkout"] == .init(text: "b", supplier: "exp: t"))
        #expect(keeper.snapshot.entries["banner"] == .init(text: nil))
        #expect(keeper.snapshot.experiments == [.init(id: "exp", variant: "t", keys: ["checkout"])])
        #expect(try await keeper.fetch(.manual).status == .unchanged)
    }

    @Test("A file that is missing for a moment is not a failure")
    func replaced() async throws {
        let folder = try TemporaryFolder()
        let settling = FileSettling { _ in _ = try? folder.write(Self.payload, to: "features.json") }
        let keeper = GrowthBookRemoteConfigKeeper(
            .file(path: folder.path("features.json"), shownAs: "features.json"), reading: PayloadReading(),
            context: EvaluationContext(), keptAt: nil, listens: false, watcher: nil, settling: settling)
        #expect(try await keeper.fetch(.realtime(attempt: 1)).status == .updated)
    }

    @Test("A mistake in a file is shown with its place, as in other files")
    func place() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("[]", to: "features.json")
        let keeper = GrowthBookRemoteConfigKeeper(.file(path: path, shownAs: "src.json"))
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.summary.hasPrefix("src.json:1:") == true, "\(failure?.summary ?? "")")
    }

    @Test(
        "An answer without features is a failure, and the last values stay",
        arguments: ["{}", #"{"status": 200}"#])
    func withoutFeatures(body: String) async throws {
        let transport = ScriptedServer()
        transport.add(200, Self.payload)
        transport.add(200, body)
        let keeper = try server(transport)
        _ = try await keeper.fetch(.manual)
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.summary.contains("no member `features`") == true)
        #expect(keeper.snapshot.entries["checkout"]?.text == "b")
    }

    @Test("Another user gets other values without a fetch, and knows why")
    func persona() async throws {
        let transport = ScriptedServer()
        transport.add(200, Self.payload)
        let keeper = try server(transport)
        _ = try await keeper.fetch(.manual)
        keeper.setPersona(SourcePersona(fields: ["plan": "pro"]))
        #expect(keeper.snapshot.entries["checkout"] == .init(text: "new", supplier: "fr_1"))
        #expect(keeper.personaFieldNames == ["id", "plan"])
        let lines = keeper.explanation(of: "checkout")
        #expect(lines.first?.verdict == .chosen)
        #expect(lines.contains { $0.text.contains("plan is \"pro\"") && $0.depth == 1 })
        #expect(keeper.snapshot(for: SourcePersona())?.entries["checkout"]?.text == "old")
        #expect(transport.requests.count == 1)
    }

    @Test("The second request names the first answer's tag, and 304 leaves all as it was")
    func tags() async throws {
        let transport = ScriptedServer()
        transport.add(200, Self.payload, ["etag": "W/\"x\""])
        transport.add(304, "")
        let keeper = try server(transport)
        _ = try await keeper.fetch(.manual)
        #expect(try await keeper.fetch(.manual).status == .unchanged)
        #expect(transport.requests.map(\.url.path) == ["/api/features/sdk-1", "/api/features/sdk-1"])
        #expect(transport.requests[1].headers["if-none-match"] == "W/\"x\"")
        #expect(keeper.snapshot.entries.count == 2)
    }

    @Test(
        "What cannot be used fails the fetch, and the last good payload stays",
        arguments: [
            "{", "[]", #"{"status": 400, "error": "no key"}"#,
            #"{"features": {}, "encryptedFeatures": "a.b"}"#,
        ])
    func unusable(body: String) async throws {
        let transport = ScriptedServer()
        transport.add(200, Self.payload)
        transport.add(200, body)
        let keeper = try server(transport)
        _ = try await keeper.fetch(.manual)
        await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(keeper.snapshot.entries["checkout"]?.text == "b")
    }

    @Test("A refusal is reported with the server's words")
    func refusal() async throws {
        let transport = ScriptedServer()
        transport.add(400, #"{"status": 400, "error": "Unrecognized client key"}"#)
        let keeper = try server(transport)
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(
            failure?.summary
                == "127.0.0.1:3100 returned 400 to the request for features: Unrecognized client key")
        #expect(failure?.advice == "check the client key")
    }

    @Test("A refusal comes with the time of the next attempt, if the server names one")
    func pause() async throws {
        let transport = ScriptedServer()
        transport.add(429, "", ["retry-after": "60"])
        let keeper = try server(transport)
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.retryAt != nil)
        #expect(failure?.advice?.hasPrefix("try again after ") == true)
    }

    @Test("Without a network, the payload of another day is read from the disk")
    func disk() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("kept/features.json")
        let first = ScriptedServer()
        first.add(200, Self.payload)
        _ = try await server(first, keptAt: path).fetch(.manual)
        let second = ScriptedServer()
        second.add(nil)
        let keeper = try server(second, keptAt: path)
        await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(keeper.snapshot.entries["checkout"]?.text == "b")
    }

    @Test("A stream that the server offers brings whole payloads")
    func stream() async throws {
        let transport = ScriptedServer()
        transport.add(200, #"{"features": {"f": {"defaultValue": 1}}}"#, ["x-sse-support": "enabled"])
        let (pieces, continuation) = TransportStream.Pieces.makeStream()
        transport.add(
            stream: TransportStream(
                status: 200, headers: ["content-type": "text/event-stream"], pieces: pieces))
        let keeper = try server(transport, listens: true)
        _ = try await keeper.fetch(.manual)
        continuation.yield(
            Array("event: features\ndata: {\"features\": {\"f\": {\"defaultValue\": 2}}}\n\n".utf8))
        try await eventually("the second payload") { keeper.snapshot.entries["f"]?.text == "2" }
        #expect(transport.requests.last?.url.path == "/sub/sdk-1")
    }
}
