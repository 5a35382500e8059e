import ExperimentsCore
import ExperimentsHTTPServing
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("How a server says it is", .inTurn)
struct StatusPartTests {
    func responder(_ fixture: ServedFixture, token: String? = nil) -> ServerResponder {
        let configuration = ServerConfiguration(token: token.flatMap { ServerToken($0) })
        let part = EvaluationPart([fixture.source], configuration)
        let counts = RequestCounts()
        return ServerResponder([part, StatusPart(parts: [part], counts: counts)], configuration) { notice in
            guard case .request(let record) = notice else { return }
            counts.add(part: record.part, status: record.status, record.duration)
        }
    }

    func text(_ responder: ServerResponder, _ path: String) async -> (status: Int, text: String) {
        let response = await responder.respond(to: ServedRequest(method: "GET", path: path))
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    @Test("is ready once its sources were fetched, and says so to every client")
    func health() async throws {
        let fixture = try await ServedFixture.shop(fetches: false)
        let responder = responder(fixture, token: "s3cret")
        #expect(await text(responder, "/health") == (503, #"{"status":"starting"}"#))
        try await fixture.source.service.fetch()
        #expect(await text(responder, "/health") == (200, #"{"status":"ok"}"#))
    }

    @Test("counts its answers and the state of the keys, for authorized clients")
    func metrics() async throws {
        let fixture = try await ServedFixture.shop()
        let responder = responder(fixture)
        for path in ["/ofrep/v1/evaluate/flags", "/nothing", "/nothing"] { _ = await text(responder, path) }
        let metrics = await text(responder, "/metrics").text
        for line in [
            "# TYPE experiments_requests_total counter",
            #"experiments_requests_total{part="none",status="404"} 2"#,
            #"experiments_requests_total{part="ofrep",status="405"} 1"#,
            #"experiments_event_streams_open{source="file"} 0"#,
            #"experiments_keys{source="file",status="missing"} 2"#,
            #"experiments_fetch_failures_in_a_row{source="file"} 0"#,
        ] { #expect(metrics.contains(line + "\n"), "\(line)") }
        #expect(metrics.ranges(of: "# TYPE experiments_keys ").count == 1)
        #expect(await text(self.responder(fixture, token: "s3cret"), "/metrics").status == 401)
    }

    @Test("names sources as Prometheus reads them, whatever they are called")
    func escaping() {
        let metric = Metric("a", .gauge, help: "A number.", labels: ["name": "a\"b\\c\nd"], value: 0.5)
        #expect(
            Metric.text(of: [metric])
                == "# HELP a A number.\n# TYPE a gauge\na{name=\"a\\\"b\\\\c\\nd\"} 0.5\n")
    }

    @Test(
        "escapes what ends a label or a line also in a text of combining characters",
        arguments: ["\u{301}", "🏽"])
    func escapingBeforeMarks(_ mark: String) {
        let metric = Metric(
            "a", .gauge, help: "A number.", labels: ["name": "x\"\(mark)\\\(mark)\r\n"], value: 0.5)
        #expect(Metric.text(of: [metric]).hasSuffix("\na{name=\"x\\\"\(mark)\\\\\(mark)\r\\n\"} 0.5\n"))
    }
}
