import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Serving while a source is away", .inTurn)
struct StaleValuesTests {
    private let clock = ManualClock(Date(timeIntervalSince1970: 1_772_000_000))
    private let keeper = ScriptedKeeper()

    /// A source that was fetched once, and whose next fetch failed three hours later.
    private func source(oldestStale: TimeInterval = .infinity) async throws -> FlagSource {
        let key = CatalogKey(name: "days", schema: ValueSchema(kind: .int))
        let service = RemoteConfigService(remoteConfigKeeper: keeper, now: clock.reading)
        let source = FlagSource(
            name: "live", service, keys: [key], oldestStale: oldestStale, now: clock.reading)
        async let first = service.fetch()
        try await keeper.answer(.success(Snapshot(texts: ["days": "7"], fetchedAt: clock.now)))
        _ = try await first
        clock.advance(by: 3 * 3600)
        async let second = service.fetch()
        try await keeper.answer(.failure(FetchFailure("connection refused")))
        _ = try? await second
        return source
    }

    private func answer(_ source: FlagSource, _ method: String, _ path: String) async -> ServedResponse {
        let configuration = ServerConfiguration()
        let part = EvaluationPart([source], configuration)
        let status = StatusPart(parts: [part], counts: RequestCounts())
        let responder = ServerResponder([part, status], configuration) { _ in }
        return await responder.respond(to: ServedRequest(method: method, path: path))
    }

    @Test("the server is ready, and says since when its values are old")
    func health() async throws {
        let response = await answer(try await source(), "GET", "/health")
        #expect(response.status == 200)
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == #"{"status":"stale","staleSince":"2026-02-25T06:13:20Z"}"#)
    }

    @Test("unreadable overrides are reported, and do not affect readiness")
    func overrides() async throws {
        let status = StatusPart(parts: [PartWithoutOverrides()], counts: RequestCounts())
        let response = await ServerResponder([status], ServerConfiguration()) { _ in }
            .respond(to: ServedRequest(method: "GET", path: "/health"))
        #expect(response.status == 200)
        #expect(
            String(decoding: response.body, as: UTF8.self) == #"{"status":"ok","overrides":"unreadable"}"#)
    }

    @Test("answers have the last values, and name their time in the metadata and in a header field")
    func answers() async throws {
        let response = await answer(try await source(), "POST", "/ofrep/v1/evaluate/flags")
        #expect(response.status == 200)
        let body = try JSONValue(parsing: response.body).object
        #expect(body?["metadata"]?.object?["staleSince"] == "2026-02-25T06:13:20Z")
        #expect(body?["flags"]?.array?.first?.object?["value"]?.int == 7)
        #expect(response.headers["x-experiments-stale-since"] == "2026-02-25T06:13:20Z")
    }

    @Test("the metrics say that values are old")
    func metrics() async throws {
        let response = await answer(try await source(), "GET", "/metrics")
        #expect(
            String(decoding: response.body, as: UTF8.self).contains(
                #"experiments_stale{source="live"} 1"# + "\n"))
    }

    @Test("values that are older than allowed are not served, and the server is not ready")
    func tooOld() async throws {
        let source = try await source(oldestStale: 2 * 3600)
        #expect(await answer(source, "GET", "/health").status == 503)
        let flags = await answer(source, "POST", "/ofrep/v1/evaluate/flags")
        #expect(flags.status == 500)
        #expect(try JSONValue(parsing: flags.body).object?["errorCode"] == "GENERAL")
        #expect(await answer(source, "POST", "/ofrep/v1/evaluate/flags/days").status == 500)
    }

    @Test("values that are as old as allowed are served")
    func oldEnough() async throws {
        #expect(await answer(try await source(oldestStale: 3 * 3600), "GET", "/health").status == 200)
    }
}

/// A part whose overrides cannot be read.
private struct PartWithoutOverrides: ServedPart {
    let name = "none"
    let lacksOverrides = true

    func rules(at path: String) -> EndpointRules? { nil }
    func answer(to admitted: AdmittedRequest) async -> ServedResponse { ServedResponse(status: 404) }
}
