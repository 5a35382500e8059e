import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Answers about all flags", .inTurn)
struct EvaluationPartTests {
    static let path = "/ofrep/v1/evaluate/flags"

    func part(_ configuration: ServerConfiguration = ServerConfiguration()) async throws -> (
        part: EvaluationPart, fixture: ServedFixture
    ) {
        let fixture = try await ServedFixture.shop()
        return (EvaluationPart([fixture.source], configuration), fixture)
    }

    func ask(
        _ part: EvaluationPart, _ path: String = path, query: [String: String] = [:],
        headers: HeaderFields = [:]
    ) async -> ServedResponse {
        await part.answer(
            to: AdmittedRequest(ServedRequest(method: "POST", path: path, query: query, headers: headers)))
    }

    @Test("come with a tag, by which nothing new is reported as such")
    func tags() async throws {
        let (part, fixture) = try await part()
        let first = await ask(part)
        let tag = try #require(first.headers["etag"])
        #expect(first.status == 200)
        #expect(first.headers["cache-control"] == "no-cache")
        let again = await ask(part, headers: ["if-none-match": "\"x\", W/\(tag)"])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.headers["etag"] == tag)
        try fixture.replace("overrides.json", with: #"{"version": 1, "overrides": {}}"#)
        try await eventually("the change") { await ask(part, headers: ["if-none-match": tag]).status == 200 }
    }

    @Test("are whole for who heard of something that is not known here")
    func configTag() async throws {
        let (part, fixture) = try await part()
        let tag = try #require(await ask(part).headers["etag"])
        for (item, status) in [
            (fixture.source.tag.text, 304), (fixture.source.tag.header, 304), ("other", 200), ("", 200),
        ] {
            let answer = await ask(part, query: ["flagConfigEtag": item], headers: ["if-none-match": tag])
            #expect(answer.status == status, "\(item)")
        }
    }

    @Test("name the stream, with a key where a token is asked for, save to a provider that fails on it")
    func streams() async throws {
        let (part, _) = try await part(ServerConfiguration(token: ServerToken("s3cret")))
        let address = try JSONValue(parsing: await ask(part).body)["eventStreams"]?.array?.first?[
            "endpoint"]?[
                "requestUri"]
        let text = try #require(address?.string)
        #expect(text.hasPrefix("/ofrep/v1/events?key="))
        #expect(!text.contains("s3cret"))
        let ktor = await ask(part, headers: ["user-agent": "ktor-client"])
        #expect(try JSONValue(parsing: ktor.body).object?.members.map(\.name) == ["flags"])
    }

    @Test(
        "name the stream below the path that a proxy adds",
        arguments: [
            (nil, "/ofrep/v1/events"), ("https://example.com", "/ofrep/v1/events"),
            ("https://example.com/", "/ofrep/v1/events"),
            ("https://example.com/flags", "/flags/ofrep/v1/events"),
            ("https://example.com/a%20b/flags/", "/a%20b/flags/ofrep/v1/events"),
        ])
    func streamsBehindProxy(publicURL: String?, address: String) async throws {
        let (part, _) = try await part(ServerConfiguration(publicURL: publicURL.flatMap { URL(string: $0) }))
        let body = try JSONValue(parsing: await ask(part).body)
        #expect(body["eventStreams"]?.array?.first?["endpoint"]?["requestUri"]?.string == address)
    }

    @Test("are of the source that the path or a header field names")
    func sources() async throws {
        let (one, other) = (try await ServedFixture.shop(), try await ServedFixture(ServedFixture.small))
        let part = EvaluationPart(
            [
                one.source,
                FlagSource(
                    name: "the other", other.source.service, keys: other.source.report.rows.map(\.key)),
            ], ServerConfiguration())
        func count(_ path: String, _ headers: HeaderFields = [:]) async -> Int? {
            try? JSONValue(parsing: await ask(part, path, headers: headers).body)["flags"]?.array?.count
        }
        #expect(await count(Self.path) == 15)
        #expect(await count("/file" + Self.path) == 15)
        #expect(await count("/the%20other" + Self.path) == 1)
        #expect(await count("/the%20other/" + Self.path) == 1)
        #expect(await count(Self.path, ["x-experiments-source": "the other"]) == 1)
        #expect(await ask(part, headers: ["x-experiments-source": "third"]).status == 404)
        #expect(part.rules(at: "/third" + Self.path) == nil)
        let body = try JSONValue(parsing: await ask(part, "/the%20other" + Self.path).body)
        #expect(
            body["eventStreams"]?.array?.first?["endpoint"]?["requestUri"] == "/the%20other/ofrep/v1/events")
    }

    @Test("are the same bytes for the same state, and others for another")
    func stable() async throws {
        let (part, fixture) = try await part()
        let first = await ask(part).body
        try await fixture.source.service.fetch()
        #expect(await ask(part).body == first)
        fixture.source.declare(Array(fixture.source.report.rows.prefix(3).map(\.key)))
        #expect(try JSONValue(parsing: await ask(part).body)["flags"]?.array?.count == 3)
    }
}

extension ServedFixture {
    /// A project of one key.
    static let small = [
        "experiments.yaml":
            "source: {kind: file, path: config.json}\noverrides: overrides.json\nkeys:\n  - {name: one, type: int}\n",
        "config.json": #"{"one": 1}"#,
    ]
}
