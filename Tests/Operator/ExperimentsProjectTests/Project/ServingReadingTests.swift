import Foundation
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Reading how a project is served", .inTurn)
struct ServingReadingTests {
    private func serving(_ text: String) throws -> ProjectServing? {
        let file = """
            sources:
              - {name: staging, kind: file, path: a.json}
              - {name: live, kind: file, path: b.json}
            serve: \(text)
            """
        return try Project(parsing: file, path: "experiments.yaml").serving
    }

    @Test("everything that can be said arrives")
    func everything() throws {
        let serving = try #require(
            try serving(
                """
                {port: 4180, host: 0.0.0.0, token: "${SERVE_TOKEN}", allow_origin: [https://shop.example, "*"],
                  sources: [live], undeclared: true, production_overrides: true, with_dashboard: false,
                  tls_certificate: tls/cert.pem, tls_key: /etc/key.pem, max_stale: 24h,
                  public_url: https://example.com/flags/}
                """))
        #expect(serving.port == 4180)
        #expect(serving.host == "0.0.0.0")
        #expect(serving.token?.variable == "SERVE_TOKEN")
        #expect(serving.allowedOrigins == ["https://shop.example", "*"])
        #expect(serving.sources == ["live"])
        #expect(serving.servesUndeclared)
        #expect(serving.allowsProductionOverrides)
        #expect(!serving.startsWithDashboard)
        #expect(serving.certificate?.hasSuffix("tls/cert.pem") == true)
        #expect(serving.key == "/etc/key.pem")
        #expect(serving.oldestStale == .seconds(86400))
        #expect(serving.publicURL?.absoluteString == "https://example.com/flags")
    }

    @Test("omitted fields mean this machine only, and careful limits")
    func nothing() throws {
        for text in ["~", "{}"] { #expect(try serving(text) == ProjectServing()) }
        #expect(try Project(parsing: "source: {kind: file, path: a.json}", path: "x.yaml").serving == nil)
        #expect(
            try serving("{host: localhost, allow_origin: \"http://a.example:8080\"}")?.host == "localhost")
    }

    @Test(
        "mistakes are reported with their place",
        arguments: [
            ("[a]", "4:8: `serve`: expected fields such as port: 4180"),
            ("{prot: 1}", "4:9: unknown field \"prot\" in `serve` (did you mean \"port\"?)"),
            (
                "{port: 70000}",
                "4:15: `port` of serve: expected a port from 1 to 65535, or 0 for any that is free"
            ),
            ("{port: [1]}", "4:15: `port` of serve: expected a port from 1 to 65535"),
            ("{host: example.com, token: x}", "4:15: `host` of serve: expected an address such as 127.0.0.1"),
            (
                "{host: 0.0.0.0}",
                "4:15: `host` of serve is reachable from the network, so `token` is required"
            ),
            ("{token: a b}", "4:16: `token` of serve must be a key without spaces"),
            ("{allow_origin: [https://a.example/path]}", "expected an origin such as https://shop.example"),
            ("{allow_origin: shop}", "expected an origin such as https://shop.example"),
            ("{sources: [live, sage]}", "4:25: unknown source \"sage\""),
            ("{tls_key: key.pem}", "`tls_certificate`"),
            ("{max_stale: soon}", "4:20: `max_stale` of serve: expected a duration such as 30s, 5m or 1h"),
            ("{tls_certificate: cert.pem}", "`tls_key`"),
            ("{undeclared: 7}", "4:21: `undeclared` of serve: expected true or false"),
        ])
    func mistakes(_ text: String, _ message: String) throws {
        do {
            _ = try serving(text)
            Issue.record("the mistake was not noticed")
        } catch let problems as ProjectProblems {
            #expect(String(describing: problems).contains(message), "\(problems)")
        }
    }
}
