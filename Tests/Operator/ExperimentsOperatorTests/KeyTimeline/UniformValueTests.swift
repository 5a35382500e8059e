import ExperimentsCore
import ExperimentsTransport
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

/// A service with versions 1 to 4 of a template; in version 2 half of the installations got another `color`.
private struct VersionedService: HTTPTransport {
    static let start = Date(timeIntervalSince1970: 1_772_000_000)
    /// The oldest version that is still kept.
    var oldest = 1

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let query = request.url.query ?? ""
        if request.url.path.hasSuffix(":listVersions") {
            let versions = (1...4).reversed().map {
                #"{"versionNumber": "\#($0)", "updateTime": "\#(Self.time($0))"}"#
            }
            return Self.answer(#"{"versions": [\#(versions.joined(separator: ", "))]}"#)
        }
        let number = query.firstMatch(of: #/versionNumber=(\d+)/#).flatMap { Int($0.1) } ?? 4
        guard number >= oldest else { return TransportResponse(status: 404) }
        let other = number == 2 ? "blue" : number > 2 ? "1.0" : "1"
        return Self.answer(
            #"""
            {"conditions": [{"name": "half", "expression": "percent <= 50"}], "parameters": {"color": {
              "defaultValue": {"value": "1"}, "conditionalValues": {"half": {"value": "\#(other)"}}},
              "own": {"defaultValue": {"personalizationValue": {"personalizationId": "p"}}},
              "app": {"defaultValue": {"useInAppDefault": true}}}, "version": {"versionNumber": "\#(number)"}}
            """#)
    }

    private static func time(_ version: Int) -> String { RFC3339.text(of: start + Double(version) * 86400) }

    private static func answer(_ text: String) -> TransportResponse {
        TransportResponse(status: 200, headers: ["etag": "e"], body: Array(text.utf8))
    }
}

@Suite("Since when all users get the same value", .inTurn)
struct UniformValueTests {
    private let key = CatalogKey(name: "color", schema: ValueSchema(kind: .double))

    private func same(_ name: String = "color", oldest: Int = 1) async throws -> UniformValue? {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let client = TemplateClient(
            project: "shop", baseURL: url, tokens: FixedAccessToken(AccessToken("t")),
            transport: VersionedService(oldest: oldest))
        return try await TemplateOrigin.service(client).sameForAll(name, name == "color" ? key : nil)
    }

    private func day(_ day: Int) -> Date { VersionedService.start + Double(day) * 86400 }

    @Test("versions are read back to the one in which someone got another value")
    func since() async throws {
        let found = try #require(await same())
        #expect(found.value == .whole("1") && found.version == 3)
        #expect(found.since == KeyTimeline.Beginning(date: day(3), isLeast: false))
    }

    @Test("if older versions are gone, it may be longer")
    func gone() async throws {
        let found = try #require(await same(oldest: 4))
        #expect(found.since == KeyTimeline.Beginning(date: day(4), isLeast: true) && found.version == 4)
        let app = try #require(await same("app"))
        #expect(app.value == .appDefault && app.since?.isLeast == true && app.version == 1)
    }

    @Test("what only the service knows, and what is not in the template, is not the same for everybody")
    func notSame() async throws {
        #expect(try await same("own") == nil)
        #expect(try await same("other") == nil)
        let template = try RemoteConfigTemplate(
            parsing: Array(
                #"{"parameters": {"a": {"conditionalValues": {"c": {"value": "1"}}}}, "conditions": []}"#.utf8
            ))
        #expect(UniformValue.value(of: "a", in: template, nil) == nil)
    }

    @Test("it is reported beside how long the value is unchanged, and is a sign of a stale key after 90 days")
    func words() {
        var timeline = KeyTimeline("color", key, values: [], at: day(100))
        timeline.sameForAll = UniformValue(
            .whole("1"), since: KeyTimeline.Beginning(date: day(3), isLeast: false), version: 3)
        func sentences(_ now: Date) -> [KeyTimeline.Sentence] { timeline.sentences(at: now) { _ in "then" } }
        #expect(
            sentences(day(13)).last
                == KeyTimeline.Sentence(
                    kind: .sameForAll, text: "the same for all users for 10 days, since then, version 3"))
        #expect(sentences(day(93)).last?.kind == .stale)
        timeline.sameForAll = UniformValue(.appDefault)
        #expect(sentences(day(93)).last?.text == "the same for all users")
    }
}
