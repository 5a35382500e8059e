import ExperimentsCore
import FirebaseConfig
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Injected faults", .inTurn, .timeLimit(.minutes(60)))
struct InjectedFaultTests {
    @Test("a status fault answers in Google's shape with its Retry-After")
    func status() async throws {
        let emulator = try demoEmulator()
        emulator.inject(Fault(.status(429, retryAfter: "30"), remaining: 1))
        let caller = Caller(emulator: emulator)
        let answer = try await caller.fetch()
        #expect(answer.status == 429)
        #expect(answer.headers["retry-after"] == "30")
        #expect(answer.json["error"]?["status"] == "RESOURCE_EXHAUSTED")
        #expect(try await caller.fetch().status == 200)
    }

    @Test("a delay is waited for before the answer is made")
    func delay() async throws {
        let waits = Recorder<Duration>()
        let emulator = try demoEmulator(configuration: Emulator.Configuration(sleep: { waits.record($0) }))
        emulator.inject(Fault(.delay(.milliseconds(200))))
        #expect(try await Caller(emulator: emulator).fetch().status == 200)
        #expect(waits.elements == [.milliseconds(200)])
    }

    @Test("the log has every request, what came of it and the fault, and no secret")
    func log() async throws {
        let emulator = try demoEmulator()
        let records = Recorder<RequestRecord>()
        let observation = emulator.observe { notice in
            if case .request(let record) = notice { records.record(record) }
        }
        let caller = Caller(emulator: emulator, apiKey: "the-secret-key")
        _ = try await caller.register(fid: "cAbCdEfGhIjKlMnOpQrStU")
        let etag = try await caller.fetch(token: "the-secret-token").headers["etag"]
        _ = try await caller.fetch(etag: etag)
        emulator.inject(Fault(.status(503), remaining: 1))
        _ = try await caller.fetch()
        _ = try await caller.call("GET", "/nothing")
        observation.cancel()
        #expect(records.elements.map(\.status) == [200, 200, 200, 503, 404])
        #expect(
            records.elements.map(\.note) == [
                "registered cAbCdEfGhIjKlMnOpQrStU", "UPDATE version 1", "NO_CHANGE", "UPDATE version 1",
                "No such method or path: GET /nothing",
            ])
        #expect(records.elements.map(\.fault) == [nil, nil, nil, "status 503", nil])
        #expect(records.elements[1].bytes > 0)
        #expect(records.elements.allSatisfy { !"\($0)".contains("secret") })
    }

    @Test("the stream of requests has them from its beginning on")
    func stream() async throws {
        let emulator = try demoEmulator()
        let caller = Caller(emulator: emulator)
        _ = try await caller.fetch()
        var requests = emulator.requests().makeAsyncIterator()
        _ = try await caller.fetch()
        _ = try await caller.call("GET", "/x")
        #expect(await requests.next()?.note == "UPDATE version 1")
        #expect(await requests.next()?.path == "/x")
    }
}
