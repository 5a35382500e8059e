import ExperimentsCore
import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("What a client makes of a failing network", .inTurn, .timeLimit(.minutes(60)))
struct FailureTests {
    /// Fetches once, lets `fault` happen to the second fetch, and checks that the values stay and the third is fine.
    func failing(
        _ fault: Fault.Effect, waiting: TimeInterval = 0
    ) async throws -> FirebaseFetchError? {
        var failure: FirebaseFetchError?
        let clock = ManualClock(testTime)
        let configuration = Emulator.Configuration(now: { clock.now })
        try await Served.run(emulatorConfiguration: configuration, clock: clock) { served in
            try await served.refresh()
            try served.emulator.publish(template(["color": "blue"]), to: "demo-shop")
            served.emulator.inject(Fault(fault, remaining: 1))
            failure = await #expect(throws: FirebaseFetchError.self) { try await served.refresh() }
            #expect(served.color == "red")
            clock.advance(by: waiting)
            #expect(try await served.refresh().status == .updated)
            #expect(served.color == "blue")
        }
        return failure
    }

    @Test("no one listens")
    func refused() async throws {
        let server = EmulatorServer(try demoEmulator())
        let url = try await server.start()
        await server.stop()
        let config = RemoteConfig(project: try Served.project(), endpoints: .emulator(at: url))
        let error = await #expect(throws: FirebaseFetchError.self) { try await config.fetch() }
        let port = try #require(url.port)
        #expect(
            error == .unreachable(.installations, .connectionRefused(host: "127.0.0.1", port: port)),
            "\(String(describing: error))")
        #expect(error?.description.contains("127.0.0.1:\(port) refused the connection") == true)
    }

    @Test("a host that has no address")
    func unknownHost() async throws {
        let url = try #require(URL(string: "http://nowhere.invalid"))
        let config = RemoteConfig(project: try Served.project(), endpoints: .emulator(at: url))
        let error = await #expect(throws: FirebaseFetchError.self) { try await config.fetch() }
        #expect(
            error == .unreachable(.installations, .hostNotFound(host: "nowhere.invalid")),
            "\(String(describing: error))")
    }

    @Test("a server that hangs is left at the timeout")
    func hang() async throws {
        try await Served.run { served in
            try await served.refresh()
            try served.emulator.publish(template(["color": "blue"]), to: "demo-shop")
            served.emulator.inject(Fault(.hang, remaining: 1))
            let usual = served.config.settings
            served.config.settings.fetchTimeout = .seconds(1)
            let error = await #expect(throws: FirebaseFetchError.self) { try await served.refresh() }
            let host = "127.0.0.1:\(served.url.port ?? 0)"
            #expect(error == .unreachable(.remoteConfig, .timedOut(after: .seconds(1), host: host)))
            #expect(error?.description.contains("sent no complete response within 1s") == true)
            #expect(served.color == "red")
            served.config.settings = usual
            // On a busy machine the request may not have come as far as the fault.
            served.emulator.faults = FaultPlan()
            try await served.refresh()
            #expect(served.color == "blue")
        }
    }

    @Test("429 with Retry-After, as seconds and as a date")
    func retryAfter() async throws {
        let start = ManualClock(testTime).now
        for text in ["30", HTTPDate.text(of: start + 30)] {
            let error = try await failing(.status(429, retryAfter: text), waiting: 33)
            #expect(error?.httpStatus == 429)
            // As long as it asks, and by chance a little longer.
            #expect((30...33).contains(try #require(error?.nextAttempt).timeIntervalSince(start)))
        }
    }

    @Test("429 and 5xx without Retry-After wait from one to three minutes", arguments: [429, 500, 503])
    func backOff(status: Int) async throws {
        let start = ManualClock(testTime).now
        let error = try await failing(.status(status), waiting: 180)
        #expect(error?.httpStatus == status)
        let wait = try #require(error?.nextAttempt).timeIntervalSince(start)
        #expect((60...180).contains(wait))
        #expect(error?.description.contains("Injected by the emulator.") == true)
    }

    @Test("a body that breaks off")
    func truncated() async throws {
        let error = try await failing(.truncatedBody)
        guard case .unreachable(.remoteConfig, .connectionLost) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a body that is not JSON")
    func notJSON() async throws {
        let error = try await failing(.body("<html>Sign in to the hotel's network</html>"))
        #expect(error?.description.contains("not JSON") == true)
        #expect(error?.bytes == 43)
    }

    @Test("50 MB are cut off, announced or not", arguments: [true, false])
    func oversized(announced: Bool) async throws {
        let error = try await failing(.oversizedBody(bytes: 50_000_000, announced: announced))
        guard case .unreachable(.remoteConfig, .bodyTooLarge(limit: 10_000_000, _)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("is larger than 10000000 bytes") == true)
    }

    @Test("entries that are not strings")
    func wrongEntries() async throws {
        let error = try await failing(.body(#"{"state": "UPDATE", "entries": {"color": "x", "size": 3}}"#))
        #expect(error == .invalidEntries([InvalidEntry(key: "size", kind: "number")], bytes: 57))
    }

    @Test("a redirect is not followed: it would carry the key elsewhere")
    func redirect() async throws {
        let elsewhere = try demoEmulator()
        let visitors = Recorder<EmulatorNotice>()
        let observation = elsewhere.observe { visitors.record($0) }
        let server = EmulatorServer(elsewhere)
        let location =
            try await server.start().absoluteString + "/v1/projects/demo-shop/namespaces/firebase:fetch"
        let error = try await failing(.redirect(to: location))
        #expect(error?.httpStatus == 302)
        #expect(visitors.count == 0)
        observation.cancel()
        await server.stop()
    }

    @Test("a fetch that is cancelled ends immediately")
    func cancelled() async throws {
        try await Served.run { served in
            served.emulator.inject(Fault(.hang, target: .any))
            var requests = served.emulator.requests().makeAsyncIterator()
            let fetch = Task { try await served.refresh() }
            _ = await requests.next()
            fetch.cancel()
            await #expect(throws: CancellationError.self) { try await fetch.value }
        }
    }
}
