import ExperimentEvents
import Foundation
import HTTPServing
import Locks
import Testing

@testable import ExperimentsServer

@Suite("Events of GrowthBook's tracking plugin")
struct TrackingPartTests {
    /// Keeps what it is given.
    private final class Basket: Sendable {
        let events = Mutex<[TrackedEvent]>([])
        var count: Int { events.withLock { $0.count } }
        func take(_ events: [TrackedEvent]) { self.events.withLock { $0 += events } }
    }

    private let basket = Basket()

    private func post(_ body: String, token: String? = nil, query: [String: String] = [:]) async -> Int {
        let configuration = ServerConfiguration(token: token.flatMap { ServerToken($0) })
        let basket = basket
        let part = TrackingPart(token: configuration.token) { basket.take($0) }
        let responder = ServerResponder([part], configuration) { _ in }
        return await responder.respond(
            to: ServedRequest(method: "POST", path: "/track", query: query, body: Array(body.utf8))
        ).status
    }

    private let order = #"[{"event_name": "order", "user_id": "ann"}]"#

    @Test("are taken from anybody where the server asks for no token")
    func open() async {
        #expect(await post(order, query: ["client_key": "sdk-123"]) == 200)
        #expect(basket.count == 1)
    }

    @Test("are taken from who shows the key that follows from the token, and from nobody else")
    func key() async throws {
        let token = try #require(ServerToken("s3cret"))
        let key = try #require(TrackingPart.key(for: token)?.secret)
        #expect(await post(order, token: "s3cret", query: ["client_key": "s3cret"]) == 401)
        #expect(await post(order, token: "s3cret") == 401)
        #expect(basket.count == 0)
        #expect(await post(order, token: "s3cret", query: ["client_key": key]) == 200)
        #expect(basket.count == 1)
    }

    @Test("are refused whole where one cannot be understood")
    func broken() async {
        #expect(await post(#"[{"event_name": "order", "user_id": "ann"}, {}]"#) == 400)
        #expect(basket.count == 0)
    }
}
