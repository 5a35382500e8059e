import ExperimentsCore
import ExperimentsTransport
import Foundation
import HTTPServing
import Locks
import TestSupport
import Testing

@Suite("serve, with a source of GrowthBook that takes events", .timeLimit(.minutes(3)))
struct ForwardedEventsTests {
    /// A server of features that takes events.
    private final class GrowthBookServer: HTTPResponder {
        private let bodies = Mutex<[String]>([])

        var posted: String { bodies.withLock { $0.joined() } }

        func respond(to request: ServedRequest) async -> ServedResponse {
            switch request.path {
            case "/api/features/sdk-1":
                return ServedResponse(
                    status: 200, headers: ["content-type": "application/json"],
                    body: Array(#"{"features": {"paywall_type": {"defaultValue": "a"}}}"#.utf8))
            case "/track" where request.query["client_key"] == "sdk-1":
                bodies.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
                return ServedResponse(status: 200, body: Array("{}".utf8))
            default: return ServedResponse(status: 404)
            }
        }
    }

    @Test("what a linked app tells is posted to GrowthBook, too")
    func forwards() async throws {
        let growthBook = GrowthBookServer()
        let server = HTTPServer(growthBook)
        let url = try await server.start().absoluteString
        let workplace = try ServedProgram.workplace()
        try workplace.folder.write(
            """
            source: {kind: growthbook, host: "\(url)", client_key: sdk-1, ingestor: "\(url)", realtime: off}
            overrides: overrides.json
            keys: [{name: paywall_type, type: string, default: a}]

            """, to: "experiments.yaml")
        let served = try await ServedProgram(workplace)
        let shop = try served.shop(try await served.link())
        try await shop.waitForOutput("link       linked")
        try await eventually("the exposure at GrowthBook") {
            growthBook.posted.contains("\"event_name\":\"Experiment Viewed\"") && growthBook.posted.contains("\"a\"")
        }
        shop.send(SIGTERM)
        #expect(served.server.status == nil)
        await server.stop()
    }
}
