import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsWebHooks

/// Answers requests by a script, and keeps them.
private final class ScriptedHook: HTTPTransport {
    let requests = Recorder<TransportRequest>()
    private let answer: @Sendable (Int) throws -> TransportResponse

    init(_ answer: @escaping @Sendable (Int) throws -> TransportResponse) {
        self.answer = answer
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        requests.record(request)
        return try answer(requests.count)
    }
}

@Suite("Sending a message to a hook", .inTurn)
struct HookSenderTests {
    private let clock = ManualClock(SampleShop.start)
    private let secret = "whsec_S3CRET"

    private func hook(_ interest: WebHook.Interest = .init(keys: ["max_items"])) throws -> WebHook {
        WebHook(
            url: try #require(URL(string: "https://hooks.example.com/services/T0P?k=S3CRET")), secret: secret,
            interest: interest)
    }

    private let delivery = Delivery(
        id: UUID(uuidString: "6E8BC430-9C3A-11D9-9669-0800200C9A66") ?? UUID(), event: .changed,
        body: Array(#"{"version":1}"#.utf8))

    private func outcome(_ answer: @escaping @Sendable () throws -> TransportResponse) async throws
        -> DeliveryOutcome
    {
        let hook = try hook()
        return await HookSender(ScriptedHook { _ in try answer() }, now: clock.reading).send(
            delivery, to: hook)
    }

    @Test("the request has the body, its id and the signature, which others can compute")
    func request() async throws {
        let transport = ScriptedHook { _ in TransportResponse(status: 204) }
        let outcome = await HookSender(transport, now: clock.reading).send(delivery, to: try hook())
        #expect(outcome == .delivered(status: 204))
        let request = try #require(transport.requests.elements.first)
        #expect(request.method == .post && request.body == delivery.body)
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.headers["X-Experiments-Delivery"] == "6e8bc430-9c3a-11d9-9669-0800200c9a66")
        #expect(request.headers["X-Experiments-Event"] == "changed")
        // printf '1772355600.{"version":1}' | openssl dgst -sha256 -hmac whsec_S3CRET
        #expect(
            request.headers["X-Experiments-Signature"]
                == "t=1772355600,v1=2a81305598603b144da1efe01050ac65864d26d04a2d9b61fcd090530275f059")
    }

    @Test(
        "an answer says whether the message is sent again",
        arguments: [
            (200, "delivered"), (299, "delivered"), (301, "refused"), (307, "refused"), (400, "refused"),
            (401, "refused"), (404, "refused"), (410, "refused"), (408, "failed"), (425, "failed"),
            (429, "failed"),
            (500, "failed"), (503, "failed"),
        ])
    func statuses(_ status: Int, _ expected: String) async throws {
        let outcome = try await outcome { TransportResponse(status: status) }
        let word =
            switch outcome {
            case .delivered: "delivered"
            case .refused: "refused"
            case .failed: "failed"
            }
        #expect(word == expected)
    }

    @Test("the wait that a hook asks for is respected")
    func retryAfter() async throws {
        let outcome = try await outcome { TransportResponse(status: 429, headers: ["Retry-After": "120"]) }
        #expect(outcome == .failed("it returned 429", retryAfter: 120))
    }

    @Test("nothing that is reported of a hook holds its path, its query or the secret")
    func secrets() async throws {
        let hook = try hook()
        var dumped = ""
        dump(hook, to: &dumped)
        let outcomes = [
            try await outcome {
                throw TransportError.timedOut(after: .seconds(10), host: "hooks.example.com")
            },
            try await outcome { throw CancellationError() },
            try await outcome { TransportResponse(status: 404, body: Array("S3CRET".utf8)) },
        ]
        let note = DeliveryNote.gaveUp(.changed, attempts: 3, reason: "it returned 500").sentence(hook.name)
        for text in ["\(hook)", String(reflecting: hook), dumped, "\(outcomes)", note] {
            #expect(!text.contains("S3CRET") && !text.contains("T0P"), "\(text)")
        }
        #expect(note.contains("hooks.example.com"))
    }

    @Test("a courier sends each hook the events that it asked for, and tries again until they arrive")
    func courier() async throws {
        let transport = ScriptedHook { count in TransportResponse(status: count < 3 ? 503 : 200) }
        let notes = Recorder<DeliveryNote>()
        let surroundings = HookCourier.Surroundings(
            now: clock.reading, sleep: { [clock] in clock.advance(by: $0.timeIntervalSince(clock.now)) },
            fraction: { 0 })
        let courier = HookCourier(
            [try hook(), try hook(.init(keys: ["other"]))], HookSender(transport, now: clock.reading),
            in: surroundings
        ) { _, note in notes.record(note) }
        var watch = HookWatch(keys: SampleShop.keys)
        _ = watch.hear(.snapshotChanged(SampleShop.snapshot), at: clock.now)
        var entries = SampleShop.entries
        entries["max_items"] = Snapshot.Entry(text: "8")
        let events = watch.hear(
            .snapshotChanged(Snapshot(entries: entries, version: nil, etag: nil, fetchedAt: clock.now)),
            at: clock.now)
        courier.tell(events, from: HookOrigin(project: "p", source: "s", environment: nil), at: clock.now)
        #expect(try await notes.first(1) == [.arrived(.changed, attempts: 3)])
        try await eventually("nothing waits") { courier.waitingCount == 0 }
        let ids = Set(transport.requests.elements.compactMap { $0.headers["X-Experiments-Delivery"] })
        #expect(transport.requests.count == 3 && ids.count == 1)
        #expect(clock.now == SampleShop.start + 3)
    }
}

@Suite("Hooks that mean harm", .inTurn)
struct HostileHookTests {
    private let delivery = Delivery(id: UUID(), event: .test, body: Array("{}".utf8))

    /// Sends a message to a server that does something with the connection.
    private func outcome(
        timeout: Duration = .seconds(60), _ serve: @escaping @Sendable (LoopbackSocket) -> Void
    ) async throws -> DeliveryOutcome {
        let socket = try LoopbackSocket()
        let thread = Thread {
            guard let connection = socket.accept() else { return }
            _ = connection.receive(until: "{}")
            serve(connection)
        }
        thread.start()
        let hook = WebHook(
            url: try #require(URL(string: "http://127.0.0.1:\(socket.port)/hook")), secret: nil,
            interest: .init())
        return await HookSender(SystemTransport(), timeout: timeout).send(delivery, to: hook)
    }

    @Test("an answer without an end is given up")
    func endless() async throws {
        let outcome = try await outcome { connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            let piece = [UInt8](repeating: 0x61, count: 65_536)
            while connection.send(piece) {}
        }
        guard case .failed = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("a hook that says nothing is not waited for")
    func silent() async throws {
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let outcome = try await outcome(timeout: .seconds(1)) { _ in gate.wait() }
        #expect(outcome == .failed("\(outcome.words)", retryAfter: nil))
        #expect(outcome.words.contains("no complete response within 1s"))
    }

    @Test("a redirect to another host is not followed")
    func redirect() async throws {
        let outcome = try await outcome { connection in
            connection.send(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
            )
        }
        #expect(
            outcome
                == .refused(
                    "it returned 307; that is a redirect to 127.0.0.1:1, which is not followed; "
                        + "check the address and the credentials"))
    }

    @Test("an answer that is not HTTP is a failure like any other")
    func nonsense() async throws {
        let outcome = try await outcome { connection in connection.send("S3CRET\u{1B}[31m\r\n\r\n") }
        guard case .failed = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(!outcome.words.contains("\u{1B}"))
    }
}

extension DeliveryOutcome {
    fileprivate var words: String {
        switch self {
        case .delivered(let status): "\(status)"
        case .refused(let reason), .failed(let reason, _): reason
        }
    }
}
