import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import GrowthBookSource

@Suite("Posting exposures and events to GrowthBook", .inTurn)
struct GrowthBookTrackerTests {
    private let server = ScriptedServer()
    private let clock = ManualClock()

    /// A tracker whose pauses take no time, and none before a gate is open: events are gathered until then.
    private func tracker(
        pauses: Recorder<TimeInterval> = Recorder(), gathering gate: Gate? = nil
    ) throws -> GrowthBookTracker {
        let clock = clock
        return GrowthBookTracker(
            TrackingAddress(
                ingestor: try #require(URL(string: "http://127.0.0.1:3100/in/")), clientKey: "sdk-s3cret key"),
            installation: "phone", transport: server,
            pause: { seconds in
                await gate?.wait()
                pauses.record(seconds)
                clock.advance(by: seconds)
            }, now: clock.reading, fraction: { 0 })
    }

    private func events(_ request: TransportRequest?) throws -> [JSONObject] {
        try JSONValue(parsing: request?.body ?? []).array?.compactMap(\.object) ?? []
    }

    @Test("they are posted together, in the shape of the tracking plugin")
    func shape() async throws {
        server.add(200, "{}")
        let gate = Gate()
        let tracker = try tracker(gathering: gate)
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(), unit: "ann", tracker: tracker)
        tracker.track("checkout", "express", unit: "ann")
        service.track(
            "purchase", value: 2.5, properties: JSONObject(distinct: [.init(name: "sku", value: "x")]))
        await gate.open()
        try await eventually("the post") { tracker.status.sent == 2 }
        let request = try #require(server.requests.first)
        #expect(request.method == .post && request.headers["content-type"] == "text/plain")
        #expect(request.url.absoluteString == "http://127.0.0.1:3100/in/track?client_key=sdk-s3cret%20key")
        let events = try events(request)
        #expect(events.map { $0["event_name"] } == ["Experiment Viewed", "purchase"])
        #expect(
            events.first?["properties_json"] == [
                "experimentId": "checkout", "variationId": "express", "hashAttribute": "id",
                "hashValue": "ann",
            ])
        #expect(events.last?["properties_json"] == ["sku": "x", "value": .number("2.5")])
        #expect(events.allSatisfy { $0["user_id"] == "ann" && $0["device_id"] == "phone" })
        #expect(events.first?["context_json"] == [:])
    }

    @Test("if the service names no unit, the installation is one")
    func installation() async throws {
        server.add(200, "{}")
        let tracker = try tracker()
        tracker.track("checkout", "express", unit: "phone")
        await tracker.flush()
        let event = try events(server.requests.first).first
        #expect(event?["properties_json"]?.object?["hashValue"] == "phone")
        #expect(event?["user_id"] == .null && event?["device_id"] == "phone")
    }

    @Test("what does not arrive is posted again until it does")
    func retrying() async throws {
        server.add(503, "", ["retry-after": "7"])
        server.add(nil)
        server.add(200, "{}")
        let pauses = Recorder<TimeInterval>()
        let tracker = try tracker(pauses: pauses)
        tracker.track("purchase", value: nil, unit: "ann")
        try await eventually("the post") { tracker.status.sent == 1 }
        #expect(server.requests.count == 3)
        #expect(Set(server.requests.map(\.body)).count == 1)
        #expect(pauses.elements.prefix(3) == [1, 7, 2])
        #expect(tracker.status.problem == nil && tracker.status.waiting == 0)
    }

    @Test("a refusal is reported without the key, and nothing is posted again")
    func refusal() async throws {
        server.add(401, #"{"error": "sdk-s3cret key is no key"}"#)
        let tracker = try tracker()
        tracker.track("purchase", value: nil, unit: "ann")
        await tracker.flush()
        #expect(tracker.status.problem == "127.0.0.1:3100 returned 401 to events")
        #expect(tracker.status.dropped == 1 && server.requests.count == 1)
    }

    @Test("flushing posts immediately, and ends where the network is down")
    func flushing() async throws {
        let tracker = try tracker()
        tracker.track("purchase", value: nil, unit: "ann")
        await tracker.flush()
        #expect(tracker.status.sent == 0 && tracker.status.problem != nil)
    }

    @Test("properties that are too large are left out, and the event is not")
    func largeProperties() {
        let text = String(repeating: "x", count: GrowthBookEvent.propertiesLimit)
        let event = GrowthBookEvent(
            "purchase", properties: JSONObject(distinct: [.init(name: "a", value: .string(text))]), user: "u",
            device: nil)
        #expect(event.properties.members.isEmpty && event.name == "purchase")
    }
}
