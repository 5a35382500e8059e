import ExperimentEvents
import ExperimentStatistics
import ExperimentsLinkProtocol
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("Events as they arrive", .inTurn) struct ArrivingTests {
    private let noon = ShopEvents.noon

    private func report(sentAt: Date, sequence: Int = 1) -> AppReport {
        AppReport(
            identity: AppIdentity(app: "shop", installation: "phone"), run: "run", sequence: sequence,
            sentAt: sentAt,
            exposures: [
                ReportedExposure(
                    key: "paywall_type", experiment: "Paywall", group: "a", supplier: .source, at: sentAt - 60
                ),
                ReportedExposure(
                    key: "paywall_type", experiment: "Paywall", group: "b", supplier: .override,
                    at: sentAt - 50),
            ],
            metrics: [
                ReportedMetric("order", value: 5, at: sentAt - 30), ReportedMetric("order", at: sentAt + 5),
            ])
    }

    @Test("what an app reports is counted for its installation") func report() throws {
        let store = ShopEvents.store()
        let counts = try store.store(report(sentAt: noon).trackedEvents(at: noon))
        #expect(counts == EventCounts([.exposed: 1, .overridden: 1, .counted: 2]))
    }

    @Test("a report that is sent again counts once") func reportAgain() throws {
        let store = ShopEvents.store()
        try store.store(report(sentAt: noon).trackedEvents(at: noon))
        #expect(try store.store(report(sentAt: noon).trackedEvents(at: noon + 9))[.duplicate] == 2)
        #expect(try store.store(report(sentAt: noon, sequence: 2).trackedEvents(at: noon))[.counted] == 2)
    }

    @Test("a clock that is days wrong is set right", arguments: [-3.0, 3]) func wrongClock(_ days: Double) {
        let events = report(sentAt: noon + days * ShopEvents.day).trackedEvents(at: noon)
        #expect(events.map { $0.at.timeIntervalSince(noon) } == [-60, -50, -30, 0])
    }

    @Test("GrowthBook's plugin reports exposures and events") func growthBook() throws {
        let body = """
            [{"event_name": "Experiment Viewed", "user_id": "ann", "device_id": "d1",
              "properties_json": "{\\"experimentId\\": \\"paywall\\", \\"variationId\\": \\"a\\", \
            \\"hashAttribute\\": \\"id\\", \\"hashValue\\": \\"d1\\"}"},
             {"event_name": "order", "user_id": "ann", "device_id": "d1", "properties_json": {"value": 7}},
             {"event_name": "Feature Evaluated", "user_id": "ann"}]
            """
        let store = ShopEvents.store()
        let counts = try store.store(try GrowthBookEvents.events(Array(body.utf8), at: noon))
        #expect(counts == EventCounts([.exposed: 1, .counted: 1]))
        #expect(store.totals(of: "paywall")?.totals(of: "revenue", in: "a").sum.value == 7)
    }

    @Test("newer plugins report the same under other names, for every user") func newerGrowthBook() throws {
        func viewed(_ more: String) -> String {
            """
            {"event_name": "$$experiment_viewed", "device_id": "d1", "properties_json": {"experiment_id": "paywall",
             "variation_id": 1, "variation_key": "b", "hash_attribute": "id", "hash_value": 42\(more)}}
            """
        }
        let body = """
            [\(viewed("")), \(viewed(", \"in_experiment\": false")), \(viewed(", \"hash_used\": false")),
             {"event_name": "$$feature_evaluated", "properties_json": {}}]
            """
        let events = try GrowthBookEvents.events(Array(body.utf8), at: noon)
        #expect(events == [.exposure(ExposureEvent(experiment: "paywall", group: "b", unit: "42", at: noon))])
    }

    @Test("an event from GrowthBook's plugin without a signed-in user belongs to the device")
    func signedOut() throws {
        let body =
            #"[{"event_name": "order", "user_id": "undefined", "device_id": "d1", "properties_json": {}}]"#
        let events = try GrowthBookEvents.events(Array(body.utf8), at: noon)
        #expect(events == [.metric(MetricEvent("order", unit: "d1", at: noon))])
    }

    @Test(
        "bodies other than a list of events are refused",
        arguments: ["", "{}", "[1]", #"[{"event_name": ""}]"#])
    func brokenBodies(_ body: String) {
        #expect(throws: EventFileProblem.self) {
            try GrowthBookEvents.events(Array(body.utf8), at: ShopEvents.noon)
        }
    }

    @Test("many threads share the batches of an ingestion") func ingestion() async throws {
        let store = ShopEvents.store()
        let ingestion = EventIngestion { store }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { try await ingestion.store([ShopEvents.exposure("user \(number)", "a")]) }
            }
            try await group.waitForAll()
        }
        #expect(ingestion.status.counts[.exposed] == 50)
        #expect(ingestion.status.stored == 50)
        #expect(ingestion.status.waiting == 0)
        #expect(store.totals(of: "paywall")?.users() == 50)
    }

    @Test("a sender learns that its events are stored only after they are") func storedBeforeAnswer()
        async throws
    {
        let store = ShopEvents.store()
        let ingestion = EventIngestion { store }
        try await ingestion.store([ShopEvents.exposure("ann", "a")])
        #expect(store.totals(of: "paywall")?.users() == 1)
    }

    @Test("a sender learns that its events are not stored, and can send them again") func refusal()
        async throws
    {
        struct Broken: Error {}
        let store = ShopEvents.store()
        let attempts = Attempts()
        let ingestion = EventIngestion {
            if attempts.next() == 1 { throw Broken() }
            return store
        }
        await #expect(throws: Broken.self) { try await ingestion.store([ShopEvents.exposure("ann", "a")]) }
        #expect(ingestion.status.problem is Broken)
        #expect(ingestion.status.refused == 1)
        #expect(ingestion.status.waiting == 0)
        try await ingestion.store([ShopEvents.exposure("ann", "a")])
        #expect(ingestion.status.problem == nil)
        #expect(store.totals(of: "paywall")?.users() == 1)
    }

    @Test("more events than may wait are refused as a whole") func tooMany() async {
        let store = ShopEvents.store()
        let ingestion = EventIngestion { store }
        let event = ShopEvents.exposure("ann", "a")
        let events = Array(repeating: event, count: EventIngestion.mostWaiting + 1)
        await #expect(throws: EventIngestion.TooMany.self) { try await ingestion.store(events) }
        #expect(ingestion.status.refused == events.count)
        #expect(store.totals(of: "paywall")?.users() ?? 0 == 0)
    }
}
