import ExperimentEvents
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import MemoryEvents
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Events of GrowthBook's tracking plugin", .inTurn)
struct TrackingPartTests {
    private let ingestion: EventIngestion

    init() {
        let store = MemoryEventStore(EventDefinitions())
        ingestion = EventIngestion { store }
    }

    private var count: Int { ingestion.status.stored }

    private func post(
        _ body: String, token: String? = nil, query: [String: String] = [:], to other: EventIngestion? = nil
    ) async -> ServedResponse {
        let configuration = ServerConfiguration(token: token.flatMap { ServerToken($0) })
        let part = TrackingPart(token: configuration.token, storingIn: other ?? ingestion)
        let responder = ServerResponder([part], configuration) { _ in }
        return await responder.respond(
            to: ServedRequest(method: "POST", path: "/track", query: query, body: Array(body.utf8)))
    }

    private let order = #"[{"event_name": "order", "user_id": "ann"}]"#

    @Test("are taken from anybody where the server asks for no token")
    func open() async {
        #expect(await post(order, query: ["client_key": "sdk-123"]).status == 200)
        #expect(count == 1)
    }

    @Test("are taken from who shows the key that follows from the token, and from no one else")
    func key() async throws {
        let token = try #require(ServerToken("s3cret"))
        let key = try #require(TrackingPart.key(for: token)?.secret)
        #expect(await post(order, token: "s3cret", query: ["client_key": "s3cret"]).status == 401)
        #expect(await post(order, token: "s3cret").status == 401)
        #expect(count == 0)
        #expect(await post(order, token: "s3cret", query: ["client_key": key]).status == 200)
        #expect(count == 1)
    }

    @Test("are refused whole where one cannot be understood")
    func broken() async {
        #expect(await post(#"[{"event_name": "order", "user_id": "ann"}, {}]"#).status == 400)
        #expect(count == 0)
    }

    @Test(
        "are refused with 503 if they cannot be stored, so that their sender keeps them, and counted as refused"
    )
    func full() async {
        struct Full: Error {}
        let ingestion = EventIngestion { throw Full() }
        let response = await post(order, to: ingestion)
        #expect(response.status == 503)
        #expect(response.headers["retry-after"] == "5")
        let metrics = Metric.text(of: TrackingPart(token: nil, storingIn: ingestion).metrics)
        #expect(metrics.contains("experiments_events_refused_total 1\n"))
        #expect(metrics.contains("experiments_events_store_failing 1\n"))
    }
}
