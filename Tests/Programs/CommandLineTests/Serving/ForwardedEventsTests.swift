import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@Suite("serve, with a source of GrowthBook that takes events", .fewAtATime, .timeLimit(.minutes(60)))
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

    @Test("reports of a linked app are also sent to GrowthBook")
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
        let token = try ServedProgram.token(of: try await served.link())
        let at = RFC3339.text(of: Date(), milliseconds: true)
        let report = """
            {"version": 1, "identity": {"app": "shop", "installation": "phone"}, "run": "r", "sequence": 1,
             "sentAt": "\(at)", "exposures": [{"key": "paywall_type", "experiment": "Paywall", "group": "a",
              "supplier": "source", "unit": "ann", "at": "\(at)"},
             {"key": "paywall_type", "experiment": "Paywall", "group": "overridden", "supplier": "override",
              "unit": "ann", "at": "\(at)"}],
             "metrics": [{"name": "purchase", "value": 5, "unit": "ann", "at": "\(at)"}]}
            """
        // The server hears of the new link a moment after it was made.
        try await eventually("the report to be taken") {
            let connection = try await RawConnection(port: served.port)
            try await connection.send(
                "POST /experiments/v1/reports?app=shop&installation=phone HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(report.utf8.count)\r\n\r\n\(report)")
            let answer = try await connection.read(until: "\r\n")
            await connection.close()
            return answer.contains("200")
        }
        try await eventually("the exposure at GrowthBook") {
            growthBook.posted.contains("\"event_name\":\"Experiment Viewed\"")
                && growthBook.posted.contains("\"variationId\":\"a\"")
                && growthBook.posted.contains("\"event_name\":\"purchase\"")
        }
        #expect(!growthBook.posted.contains("overridden"))
        served.server.send(SIGTERM)
        #expect(try await served.server.finished().status == 0)
        await server.stop()
    }
}
