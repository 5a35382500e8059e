import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("GrowthBook's features from a file", .inTurn)
struct PayloadServiceTests {
    private let folder: TemporaryFolder
    private let watcher = HandWatcher()

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("features.json") }

    private func emulator(
        _ text: String, token: String? = nil, pauses: Recorder<Duration>? = nil,
        clock: ManualClock = ManualClock()
    ) throws -> Emulator {
        try folder.write(text, to: "features.json")
        let emulator = try Emulator(
            projects: [],
            configuration: Emulator.Configuration(
                token: token, now: clock.reading,
                sleep: { duration in
                    // Without a list of pauses there are no beats.
                    guard let pauses else { throw CancellationError() }
                    pauses.record(duration)
                }))
        try emulator.servePayload(at: path, watcher: watcher)
        return emulator
    }

    private func get(_ emulator: Emulator, _ path: String, _ headers: HeaderFields = [:]) async
        -> EmulatorResponse
    {
        await emulator.respond(to: EmulatorRequest(method: "GET", path: path, headers: headers))
    }

    @Test("are answered to any client key, with a tag and the offer of a stream")
    func features() async throws {
        let emulator = try emulator(
            #"{"features": {"f": {"defaultValue": 1}}, "dateUpdated": "d", "new": [1]}"#)
        let response = await get(emulator, "/api/features/sdk-any")
        #expect(response.status == 200)
        #expect(
            try JSONValue(parsing: response.body)
                == [
                    "status": 200, "features": ["f": ["defaultValue": 1]], "new": [1],
                    "dateUpdated": "2026-01-01T00:00:00.000Z",
                ])
        #expect(response.headers["x-sse-support"] == "enabled")
        #expect(response.headers["cache-control"]?.contains("max-age=30") == true)
        let etag = try #require(response.headers["etag"])
        let again = await get(emulator, "/api/features/sdk-any", ["if-none-match": etag])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == etag)
        #expect(await get(emulator, "/api/features/sdk-any", ["if-none-match": "W/\"x\""]).status == 200)
    }

    @Test(
        "have the time of their last change, whatever the file says: SDKs ignore a payload with the time of the last"
    )
    func dateUpdated() async throws {
        let clock = ManualClock()
        let file = #"{"dateUpdated": "2020-01-01T00:00:00Z", "features": {"f": {"defaultValue": 1}}}"#
        let emulator = try emulator(file, clock: clock)
        func time() async throws -> String? {
            try JSONValue(parsing: await get(emulator, "/api/features/k").body)["dateUpdated"]?.string
        }
        #expect(try await time() == "2026-01-01T00:00:00.000Z")
        clock.advance(by: 60)
        watcher.announce()
        #expect(try await time() == "2026-01-01T00:00:00.000Z")
        try folder.write(file.replacing("1}", with: "2}"), to: "features.json")
        watcher.announce()
        #expect(try await time() == "2026-01-01T00:01:00.000Z")
        // The clock may be set back.
        clock.advance(by: -3600)
        try folder.write(file.replacing("1}", with: "3}"), to: "features.json")
        watcher.announce()
        #expect(try await time() == "2026-01-01T00:01:00.001Z")
    }

    @Test("can contain only the features")
    func bare() async throws {
        let response = await get(try emulator(#"{"f": {"defaultValue": 1}}"#), "/api/features/k")
        #expect(try JSONValue(parsing: response.body)["features"] == ["f": ["defaultValue": 1]])
    }

    @Test("are nowhere where none are served, and evaluated nowhere")
    func absent() async throws {
        let emulator = try Emulator(projects: [])
        #expect(await get(emulator, "/api/features/k").status == 404)
        #expect(await get(emulator, "/sub/k").status == 404)
        let other = try self.emulator("{}")
        #expect(await get(other, "/api/features").status == 404)
        let remote = await other.respond(to: EmulatorRequest(method: "POST", path: "/api/eval/k"))
        #expect(remote.status == 400)
        #expect(try JSONValue(parsing: remote.body)["error"]?.string?.contains("evaluate remotely") == true)
    }

    @Test(
        "are refused with what was expected where no SDK could use them",
        arguments: ["", "[]", #"{"features": 7}"#])
    func unusable(_ text: String) throws {
        let problem = #expect(throws: FileProblem.self) { try emulator(text) }
        #expect(problem?.path == path && problem?.message.isEmpty == false)
    }

    @Test("come over a stream, immediately and with each change, unless the client knows them")
    func stream() async throws {
        let emulator = try emulator(#"{"f": {"defaultValue": 1}}"#)
        let response = await get(emulator, "/sub/k")
        #expect(response.headers["content-type"] == "text/event-stream")
        var pieces = try #require(response.events).makeAsyncIterator()
        func next() async -> String { String(decoding: await pieces.next() ?? [], as: UTF8.self) }
        #expect(await next() == "retry: 10000\n\n")
        let first = await next()
        #expect(
            first.contains(
                #"event: features\#ndata: {"status":200,"features":{"f":{"defaultValue":1}},"dateUpdated":"2026-"#
            ))
        try folder.write(#"{"f": {"defaultValue": 2}}"#, to: "features.json")
        watcher.announce()
        #expect(await next().contains("\"defaultValue\":2"))
        let id = try #require(first.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4))
        let back = await get(emulator, "/sub/k", ["last-event-id": String(id)])
        var missed = try #require(back.events).makeAsyncIterator()
        _ = await missed.next()
        #expect(String(decoding: await missed.next() ?? [], as: UTF8.self).contains("\"defaultValue\":2"))
        withExtendedLifetime(response) {}
    }

    @Test("end their stream after two beats, as GrowthBook's proxy does")
    func lifetime() async throws {
        let pauses = Recorder<Duration>()
        let emulator = try emulator("{}", pauses: pauses)
        let response = await get(emulator, "/sub/k")
        var texts: [String] = []
        for await piece in try #require(response.events) {
            texts.append(String(decoding: piece, as: UTF8.self))
        }
        #expect(texts.last == "data:\n\n")
        #expect(pauses.elements == [.seconds(30), .seconds(30)])
    }

    @Test("stay as they were where the file breaks, and that is reported")
    func broken() async throws {
        let emulator = try emulator(#"{"f": {"defaultValue": 1}}"#)
        let told = Recorder<String>()
        let observation = emulator.observe { notice in
            switch notice {
            case .payloadPublished(let count): told.record("published \(count ?? -1)")
            case .payloadRefused(let problem): told.record("refused \(problem.path)")
            default: break
            }
        }
        try folder.write("{", to: "features.json")
        watcher.announce()
        let response = await get(emulator, "/api/features/k")
        #expect(try JSONValue(parsing: response.body)["features"]?["f"]?["defaultValue"] == 1)
        try folder.write(#"{"f": {}, "g": {}}"#, to: "features.json")
        watcher.announce()
        watcher.announce()
        #expect(told.elements == ["refused \(path)", "published 2"])
        observation.cancel()
    }

    @Test("require the token as their key if there is one, and the log does not show it")
    func token() async throws {
        let emulator = try emulator("{}", token: "s3cret")
        #expect(await get(emulator, "/api/features/sdk-any").status == 401)
        #expect(await get(emulator, "/api/features/s3cret").status == 200)
        #expect(await get(emulator, "/s3cret/v1").status == 404)
        #expect(
            emulator.newestRequests(9).map(\.path)
                == ["/api/features/sdk-any", "/api/features/[token]", "/[token]/v1"])
        #expect(!"\(emulator.newestRequests(9))".contains("s3cret"))
    }

    @Test("go wrong as faults say")
    func faults() async throws {
        let emulator = try emulator("{}")
        emulator.inject(try FaultText(parsing: "429").fault)
        #expect(await get(emulator, "/api/features/k").status == 429)
        emulator.inject(try FaultText(parsing: "realtime/503").fault)
        #expect(await get(emulator, "/sub/k").status == 503)
    }
}
